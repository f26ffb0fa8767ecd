// Watching a game on the page's server. The recording, the verifying and the clock are in the module (web/module/live_show.hpp).

const kWatchMs = 20;  // from one look at the connection to the next
const kSecondTicks = 60;
const kFarTicks = 10 * kSecondTicks;
const kMovesMax = 8;  // from server to server before a game has been seen
// As on the replay page, where they mean the same; it has X for a still and Y for hitboxes.
const kWatchButtons = [
  [0, watch => watch.confirm()], [1, watch => watch.dismiss()], [2, watch => watch.goLive()], [3, watch => watch.toggleSound()], [9, watch => watch.pause()],
  [4, watch => watch.toMark(-1)], [5, watch => watch.toMark(1)], [6, watch => watch.faster(-1)], [7, watch => watch.faster(1)],
  [12, watch => watch.step(kSecondTicks)], [13, watch => watch.step(-kSecondTicks)], [14, watch => watch.step(-1)], [15, watch => watch.step(1)],
].map(([button, act]) => [button, watch => { if (watch.isOpen) act(watch); }]);
const kOutcomes = { cleared: 'Cleared', over: 'Game over', left: 'The game has ended' };

// Of eight letters and digits; a code for joining has six.
function isWatchCode(code) { return code.replace(/[\s-]/g, '').length === 8; }

// The functions of exports_watch.cpp.
class ModuleWatch {
  constructor(wasm) { this.wasm = wasm; }
  // An empty text, or what is wrong with the code.
  open(code, name) { return withTexts(this.wasm, [code, name], texts => this.wasm._page_watch_open(...texts)); }
  // How many recordings have begun.
  advance() { return this.wasm._page_watch_advance(performance.now()); }
  pass(seconds) { this.wasm._page_watch_pass(seconds); }
  share() { return this.wasm._page_watch_share(); }
  pause() { this.wasm._page_watch_pause(); }
  faster(steps) { this.wasm._page_watch_faster(steps); }
  step(ticks) { this.wasm._page_watch_step(ticks); }
  jump(tick) { this.wasm._page_watch_jump(tick); }
  live() { this.wasm._page_watch_live(); }
  again() { this.wasm._page_watch_again(performance.now()); }
  stay() { this.wasm._page_watch_stay(); }
  leave() { this.wasm._page_watch_leave(performance.now()); }
  close() { this.wasm._page_watch_close(); }
  state() { return JSON.parse(this.wasm.UTF8ToString(this.wasm._page_watch_state())); }
}

// The watched game as the viewer sees it. `play` is the page (play.js).
class WatchPlay {
  constructor(play, wasm) {
    Object.assign(this, { play, game: new ModuleWatch(wasm), isOpen: false, round: 0 });
    this.timeline = new Timeline($('timeline'), tick => this.jump(tick));
    const on = (id, act) => $(id).addEventListener('click', () => { if (this.isOpen) act(); });
    on('toggle', () => this.pause());
    on('game', () => { if (this.isWatching) this.pause(); });
    on('far-back', () => this.skip(-kFarTicks));
    on('far-on', () => this.skip(kFarTicks));
    on('live', () => this.goLive());
    on('slower', () => this.faster(-1));
    on('faster', () => this.faster(1));
    on('verdict', () => { if (this.state.verdict?.same === false) this.step(this.state.verdict.wrongUntil - this.state.tick); });
    on('heard', () => this.toggleSound());
    on('link', () => this.copyLink());
    on('full', () => this.fullScreen());
    on('exit', () => this.leave());
    document.addEventListener('keydown', event => this.key(event));
    this.pad = new Pad(this, kWatchButtons);
    // A browser lets a page be heard only after a click or a key.
    for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, () => { if (this.isSilenced) play.hear(); });
    window.addEventListener('pagehide', () => { if (this.isOpen) this.game.leave(); });
  }

  get isWatching() { return document.body.dataset.mode === 'watching'; }
  // The viewer wants sound, and the browser has not let it out yet.
  get isSilenced() { return this.isOpen && this.round > 0 && this.play.sound.on && this.play.sound.context?.state === 'suspended'; }

  // `moves`: how many servers have sent the viewer on.
  begin(code, moves = 0) {
    const { play } = this;
    play.friend.drop();
    this.drop();
    play.sound.close();
    play.screen.close();
    const name = play.settings.name === kUsual.name ? '' : play.settings.name;  // a name that nobody chose says nothing
    const fault = this.game.open(code, name);
    if (fault) return this.refuse('This game cannot be watched', fault, []);
    Object.assign(this, { isOpen: true, round: 0, asked: 0, said: '', failed: '', hasEnded: false, isAsking: false, moves, state: {} });
    play.mode('joining');
    this.ticker ??= everyFewMs(kWatchMs, () => this.tick());
    this.tick();
    history.replaceState(null, '', `#watch=${this.state.code}`);
  }

  tick() {
    if (!this.isOpen) return;
    const round = this.game.advance();
    if (round !== this.round) {
      this.round = round;
      this.openRound();
    }
    const now = performance.now();
    if (now - this.asked < kStateMs) return;
    this.asked = now;
    this.follow();
  }

  // A recording begins: its picture and its sounds.
  async openRound() {
    const { play } = this, round = this.round;
    play.sound.close();
    if (round === 1) {
      play.sound.on = play.settings.sound;
      play.screen.tier = Number(play.settings.quality);
    }
    this.hasEnded = this.isAsking = false;
    this.moves = 0;
    const { first, end } = this.state = this.game.state();
    this.timeline.reset(first, end, []);
    play.mode('watching');
    this.say('');
    await play.screen.open();
    if (!this.isOpen || round !== this.round) return;
    if (play.screen.state === 'failed') return this.leave('The game cannot be drawn here', play.screen.fault);
    play.hear();
  }

  frame(interval) {
    if (this.round === 0) return;
    const { play } = this, { paused, speed } = this.state;
    this.game.pass(Math.min(interval, 1000) / 1000);
    play.sound.follow(!paused);
    play.screen.pace(interval);
    this.draw();
    play.music.follow(paused ? 0 : 2 ** speed);
  }

  draw() {
    if (this.round > 0) this.play.screen.draw(this.game.share());
  }

  // ---------------------------------------------------------------------------------------------------- what the viewer does

  pause() { this.act(() => this.game.pause()); }
  faster(steps) { this.act(() => this.game.faster(steps)); }
  step(ticks) { this.act(() => this.game.step(ticks)); }
  jump(tick) { this.act(() => this.game.jump(Math.max(0, tick))); }
  goLive() { this.act(() => this.game.live()); }
  skip(ticks) { this.jump(this.state.tick + ticks); }
  toMark(direction) {
    const tick = this.timeline.next(this.state.tick, direction);
    if (tick !== null) this.step(tick - this.state.tick);
  }

  // A pad's A and B: the first button of a dialog, and the last one, which leaves it.
  confirm() { $('dialog').hidden ? this.pause() : $('dialog-buttons').firstChild.click(); }
  dismiss() { if (!$('dialog').hidden) $('dialog-buttons').lastChild.click(); }

  act(doIt) {
    if (!this.isOpen || this.round === 0) return;
    doIt();
    if (document.activeElement?.closest('#viewer')) document.activeElement.blur();  // Space must not press it again
    this.follow();
  }

  toggleSound() {
    const { sound, music } = this.play;
    sound.set(!sound.on);
    music.on = sound.on && this.play.settings.music;
    this.follow();
  }

  async copyLink() {
    let said = 'copied';
    await navigator.clipboard?.writeText(location.href).catch(() => { said = ''; }) ?? (said = '');
    $('link').textContent = said || 'in the address bar';
    setTimeout(() => { $('link').textContent = 'link'; }, 1500);
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  }

  // As on the replay page, where they mean the same.
  key(event) {
    if (!this.isOpen || !this.isWatching || ['INPUT', 'SELECT'].includes(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.shiftKey ? kSecondTicks : 1;
    const act = {
      ' ': () => this.pause(), ArrowLeft: () => this.step(-step), ArrowRight: () => this.step(step), ArrowDown: () => this.skip(-kFarTicks), ArrowUp: () => this.skip(kFarTicks),
      Home: () => this.jump(0), End: () => this.goLive(), '[': () => this.toMark(-1), ']': () => this.toMark(1),
      '-': () => this.faster(-1), '+': () => this.faster(1), '=': () => this.faster(1),
      m: () => this.toggleSound(), l: () => this.copyLink(), f: () => this.fullScreen(),
    }[event.key];
    if (!act || (event.key === ' ' && !$('dialog').hidden)) return;
    event.preventDefault();
    act();
  }

  // ---------------------------------------------------------------------------------------------------- what the viewer sees

  follow() {
    const { play } = this, cancel = ['Cancel', () => this.leave()];
    const state = this.state = this.game.state();
    if (state.host && this.moveTo(state.host, state.code)) return undefined;
    if (this.round === 0) {
      switch (state.stage) {
        case 'failed': return this.refuse('This game cannot be watched', state.why, [['Try again', () => this.begin(state.code)]]);
        case 'waiting': return this.say(`Watching ${state.code}`, 'Waiting for the game to begin …', [cancel]);
        case 'receiving': return this.say(`Watching ${state.code}`, 'The game so far is coming …', [cancel]);
        default: return this.say(`Watching ${state.code}`, 'Reaching the server …', [cancel]);
      }
    }
    this.timeline.add(play.sound.module.timeline_events());
    this.showBar(state);
    // Whoever looks back stays with this game.
    if (this.isAsking && (state.stage === 'failed' || state.tick < state.end)) return this.stay();
    $('notice').textContent = this.isAsking ? 'Waiting for the players to go on …'
      : state.stage === 'returning' ? 'The connection is lost; reconnecting …'
      : this.isSilenced ? 'Click, tap or press a key for sound'
      : play.screen.state === 'ready' ? '' : $('notice').textContent;
    if (state.stage === 'failed' && this.failed !== state.why) this.offer('The game can no longer be watched', sentence(state.why), [['Try again', () => this.again()]]);
    this.failed = state.stage === 'failed' ? state.why : '';
    // The results come when the viewer has seen the end.
    const isAtEnd = (state.stage === 'over' || this.isAsking) && state.tick === state.end && state.verdict.done;
    if (isAtEnd && !this.hasEnded) this.end(state);
    this.hasEnded = isAtEnd || (this.hasEnded && !state.verdict.same);  // a difference is told once
    return undefined;
  }

  end(state) {
    if (!state.verdict.same) return this.offer('A digest differs', sentence(state.verdict.text), []);
    this.offer(kOutcomes[state.outcome] ?? kOutcomes.left, this.play.results(state), []);
    // The players may go on: to the next level, or with another game. The results stay until they do.
    this.isAsking = ['cleared', 'over'].includes(state.outcome);
    if (this.isAsking) this.game.again();
    return undefined;
  }

  // With the game that has been seen. Its end is told again to a viewer who comes back to it.
  stay() {
    this.isAsking = false;
    this.hasEnded = this.state.tick === this.state.end;
    this.game.stay();
    $('notice').textContent = '';
  }

  // To another server of the fleet, whose page has the port of this one. False: it cannot be followed.
  moveTo(host, code) {
    if (this.moves >= kMovesMax || host === location.hostname) return false;
    const there = new URL(location.href);
    there.hostname = host;
    there.hash = `watch=${code}&moves=${this.moves + 1}`;
    this.game.leave();
    this.isOpen = false;
    location.replace(there);
    return true;
  }

  showBar(state) {
    const { timeline } = this, { verdict, live, paused, speed, delay } = state;
    const isGrowing = ['watching', 'returning'].includes(state.stage), seconds = Math.floor((state.end - state.tick) / kSecondTicks);
    $('title').textContent = `${state.level} (${state.difficulty}), ${state.players.map(each => each.name).join(' and ')}`;
    $('behind').textContent = (live ? `live, ${Math.round(delay / 1000) + seconds} s behind the players` : isGrowing ? `${seconds} s behind live` : state.tick === state.end ? 'end' : paused ? 'paused' : '') +
      (isGrowing && state.watchers > 1 ? ` · ${state.watchers} watching` : '');
    const isWhole = verdict.done && state.complete;
    $('verdict').textContent = !verdict.same ? verdict.text : `${isWhole ? 'same' : verdict.done ? 'same, without its end' : 'same so far'}: ${verdict.text}`;
    $('verdict').className = verdict.same ? 'same' : 'differs';
    $('toggle').querySelector('path').setAttribute('d', paused ? 'M3 1v14l11-7z' : 'M3 1h4v14H3zM9 1h4v14H9z');
    $('live').hidden = !isGrowing;
    $('live').setAttribute('aria-pressed', live);
    $('speed').textContent = speed < 0 ? `1/${2 ** -speed}×` : `${2 ** speed}×`;
    const time = tick => (paused ? clock(tick) : clock(tick).slice(0, -3));
    $('time').textContent = `${time(state.tick)} of ${time(state.end)}`;
    $('heard').setAttribute('aria-pressed', this.play.sound.on);
    Object.assign(timeline, { last: state.end, verified: state.first + verdict.ticks, wrong: verdict.same ? null : [verdict.wrongAfter, verdict.wrongUntil] });
    timeline.canvas.setAttribute('aria-valuenow', state.tick);
    timeline.canvas.setAttribute('aria-valuemax', state.end);
    timeline.draw(state.tick);
  }

  // Shows a dialog once, until another one comes; an empty title hides it.
  say(title, text = '', buttons = []) {
    const said = `${title}\n${text}`;
    if (said === this.said) return;
    this.said = said;
    if (title) this.play.say(title, text, buttons);
    else $('dialog').hidden = true;
  }

  // Over the game, which can still be looked at.
  offer(title, text, buttons) {
    this.said = '';
    this.play.say(title, text, [...buttons, ['Look back', () => { $('dialog').hidden = true; this.skip(-kFarTicks); }], ['Menu', () => this.leave()]]);
  }

  // Asks for the code anew after a failure.
  again() {
    $('dialog').hidden = true;
    this.failed = '';
    this.game.again();
  }

  refuse(title, why, buttons) {
    this.drop();
    this.play.mode('joining');
    this.play.say(title, sentence(why), [...buttons, ['Menu', () => this.leave()]]);
  }

  leave(title = '', why = '') {
    if (this.isOpen) this.game.leave();
    this.drop();
    history.replaceState(null, '', location.pathname + location.search);
    this.play.showMenu();
    if (title) this.play.say(title, why, [['Menu', () => this.play.showMenu()]]);
  }

  // The module forgets the game, and the page its picture.
  drop() {
    $('notice').textContent = '';
    if (!this.isOpen) return;
    this.isOpen = false;
    this.round = 0;
    if (document.fullscreenElement) document.exitFullscreen();
    this.play.screen.close();
    this.play.sound.close();
    this.game.close();
  }
}
