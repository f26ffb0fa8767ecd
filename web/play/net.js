// A game with a friend: the ticks, and the seat that outlives a reload. The game itself is
// in the module (web/module/exports_net.cpp).

const kSeat = 'albireo-seat';
// The functions of exports_net.cpp.
class ModuleFriend {
  constructor(wasm) {
    this.wasm = wasm;
  }
  // An empty text, or why it cannot begin. Without a code it opens a game of its own.
  open({ name, code = '', token = '', key = '', level = '', difficulty = 1 }) {
    return withTexts(this.wasm, [name, code, token, key, level], texts => this.wasm._page_net_open(...texts, difficulty));
  }
  // How many levels have come.
  advance({ buttons, pressed, weapon }) {
    this.wasm._page_net_hold(buttons, pressed, weapon ? 1 : 0);
    return this.wasm._page_net_advance(performance.now());
  }
  share() { return this.wasm._page_net_share(performance.now()); }
  ready() { this.wasm._page_net_ready(); }
  pause() { this.wasm._page_net_pause(); }
  askContinue() { this.wasm._page_net_continue(); }
  leave() { this.wasm._page_net_leave(performance.now()); }
  close() { this.wasm._page_net_close(); }
  state() { return JSON.parse(this.wasm.UTF8ToString(this.wasm._page_net_state())); }
}

// The seat of this tab. A reload comes back into it; another tab has a seat of its own.
const seat = {
  read() {
    try {
      return JSON.parse(sessionStorage.getItem(kSeat) ?? 'null');
    } catch {
      return null;
    }
  },
  keep({ code, token, key }, name) {
    const text = JSON.stringify({ code, token, key, name });
    try {
      if (sessionStorage.getItem(kSeat) !== text) sessionStorage.setItem(kSeat, text);
    } catch { /* this browser keeps nothing: a reload loses the seat */ }
  },
  forget() {
    try {
      sessionStorage.removeItem(kSeat);
    } catch { /* nothing was kept */ }
  },
};

const kNothingHeld = { buttons: 0, pressed: 0, weapon: false };
const kStateMs = 100;
const kGoodbyeMs = 400;  // in which the goodbye leaves

// The game with a friend as the player sees it. `play` is the page (play.js).
class FriendPlay {
  constructor(play, wasm) {
    Object.assign(this, { play, game: new ModuleFriend(wasm), isOpen: false });
  }

  // `choice`: { code } of a friend's game, with { token, key } of a seat in it; or { level, difficulty } for a game of one's own.
  begin(choice) {
    const { play } = this;
    this.drop();
    play.sound.close();
    play.screen.close();
    this.hasGame = true;
    Object.assign(this, { choice, round: 0, isPrepared: false, hasBegun: false, said: '', asked: 0, left: false, fault: '' });
    play.sound.on = play.settings.sound;
    play.screen.tier = Number(play.settings.quality);
    const fault = this.game.open(choice);
    this.isOpen = !fault;
    if (fault) return this.fail(fault);
    play.mode('joining');
    this.ticker ??= everyFewMs(4, () => this.tick());
    this.tick();
  }

  tick() {
    if (!this.isOpen) return;
    if (this.isLeaving) {
      this.game.advance(kNothingHeld);
      return;
    }
    const { play } = this, playing = document.body.dataset.mode === 'playing';
    const held = play.controls.take();
    const round = this.game.advance(playing ? held : kNothingHeld);
    if (round !== this.round) {
      this.round = round;
      this.prepareRound();
    }
    const now = performance.now();
    if (now - this.asked < kStateMs) return;
    this.asked = now;
    this.state = this.game.state();
    this.follow(this.state);
  }

  // A level has come. Its picture and its sounds are made before the player is ready: it takes seconds, and the ticks of a game that runs
  // must not wait for it, or the friend would wait, too. Nor does the friend wait for what cannot be made here.
  async prepareRound() {
    const { play } = this, round = this.round;
    this.hasBegun = this.isPrepared = false;
    play.sound.close();
    const fault = await this.makePicture(round).then(() => '', error => `Picture or sound may be missing: ${error.message ?? error}`);
    if (!this.isIn(round)) return;
    Object.assign(this, { fault, isPrepared: true });
    this.game.ready();
  }

  async makePicture(round) {
    const { play } = this;
    await play.screen.open();
    if (!this.isIn(round)) return;
    if (play.screen.state === 'failed') return this.leave(`The game cannot be drawn here: ${play.screen.fault}.`);
    if (play.sound.on && !play.sound.voices) await play.sound.prepare();
  }

  isIn(round) { return this.isOpen && !this.isLeaving && round === this.round; }

  // The game goes on by its own clock; this only draws it.
  frame(interval) {
    if (!this.hasBegun) return;
    const { play } = this, playing = document.body.dataset.mode === 'playing';
    if (playing) play.sound.follow(true);
    play.screen.paceInPlace(interval);
    this.draw();
    play.music.follow(playing ? 1 : 0);
  }

  draw() {
    if (this.isOpen && this.hasBegun) this.play.screen.draw(this.game.share());
  }

  pause() {
    if (['playing', 'paused'].includes(document.body.dataset.mode)) this.game.pause();
  }

  // Shows a dialog once, until another one comes; an empty title hides it.
  say(title, text = '', buttons = []) {
    const said = `${title}\n${text}`;
    if (said === this.said) return;
    this.said = said;
    if (title) this.play.say(title, text, buttons);
    else $('dialog').hidden = true;
  }

  follow(state) {
    const { play } = this, leave = ['Leave the game', () => this.leave()];
    const friend = state.partner || 'your friend';
    if (state.code && state.token && !['ended', 'failed'].includes(state.stage)) {
      seat.keep(state, this.choice.name);
      if (location.hash.slice(1) !== state.code) history.replaceState(null, '', `#${state.code}`);
    }
    switch (state.stage) {
      case 'connecting': case 'entering': case 'loading':
        play.mode('joining');
        return this.say(this.choice.code ? `Joining ${this.choice.code}` : 'Opening a game', state.stage === 'loading' ? 'The level is coming …' : 'Reaching the server …', [['Cancel', () => this.leave()]]);
      case 'waiting':
        play.mode('joining');
        if (!this.isPrepared) return this.say(`Game ${state.code}`, 'Preparing the level …', [leave]);
        if (this.choice.code || this.round > 1 || this.hasBegun) return this.say(`Game ${state.code}`, `Waiting for ${friend} …`, [leave]);
        return this.say(`Game ${state.code}`, `Send your friend this link: ${pageLink(state.code)}\n${this.watchText(state)}`, [leave]);
      case 'returning':
        $('notice').textContent = 'The connection is lost; reconnecting …';
        return undefined;
      case 'playing':
        return this.followGame(state, friend, leave);
      case 'ended':
        if (state.goesOn && !this.left) return this.say('Cleared', 'The next level begins …');
        if (!state.players) return this.fail('the game has ended');  // while this page prepared its picture
        return this.end(state, state.cleared ? 'Cleared' : this.left ? 'You left the game' : 'Game over', '');
      default:
        return state.players ? this.end(state, 'The game is lost', state.why) : this.fail(state.why);
    }
  }

  followGame(state, friend, leave) {
    const { play } = this;
    if (!this.hasBegun) {
      this.hasBegun = true;
      play.hear();
    }
    const gone = { slow: `${friend} does not answer`, absent: `${friend} has lost the connection; they can come back`, left: `${friend} has left: you continue alone` };
    $('notice').textContent = gone[state.partnerState] ?? (state.held ? `Waiting for ${friend} …` : state.absentIn > 0 ? `${friend} waits for you: this computer or connection is too slow` : state.notice || this.fault || (state.watchers > 0 ? `${state.watchers} watching: ${state.watcherNames}` : ''));
    if (state.over) {
      this.hold('playing');
      return this.say('Continue?', '', [['Continue (Enter)', () => this.game.askContinue()], leave]);
    }
    if (state.paused) {
      this.hold('paused');
      return this.say('Paused', `For both of you.\n${this.watchText(state)}`, [['Resume', () => this.game.pause()], leave]);
    }
    this.hold('playing');
    return this.say('');
  }

  watchText(state) {
    return state.watchCode ? `Others can watch: ${pageLink(`watch=${state.watchCode}`)}` : '';
  }

  hold(mode) {
    if (document.body.dataset.mode === mode) return;
    this.play.controls.release();
    this.play.mode(mode);
    if (mode === 'playing') document.activeElement?.blur();
  }

  // The player wants to go. A player who has played sees the results.
  leave(why = '') {
    this.left = true;
    const state = this.game.state();
    this.game.leave();
    if (state.players) return this.end(state, why ? 'The game has ended' : 'You left the game', why);
    this.finish();
    return why ? this.play.say('The game has ended', why, this.menu()) : this.play.showMenu();
  }

  end(state, title, why) {
    const { play } = this, results = play.results(state);
    if (why) results.append(Object.assign(document.createElement('caption'), { textContent: why }));
    this.final = state;
    play.mode('ended');
    play.sound.still();
    this.finish();
    play.say(title, results, this.menu());
  }

  fail(why) {
    this.finish();
    this.play.mode('joining');
    this.play.say('No game', sentence(why), this.menu());
  }

  menu() { return [['Menu', () => { this.drop(); this.play.showMenu(); }]]; }

  // The game is over for this page, but its last packets have still to leave. Its last picture stays.
  finish() {
    seat.forget();
    this.isLeaving = true;
    $('notice').textContent = '';
    this.leaving = setTimeout(() => { this.isOpen = this.isLeaving = false; }, kGoodbyeMs);
  }

  // The module forgets the game, and the page its picture.
  drop() {
    clearTimeout(this.leaving);
    this.isOpen = this.isLeaving = false;
    if (!this.hasGame) return;
    this.hasGame = false;
    this.play.screen.close();
    this.play.sound.close();
    this.game.close();
  }
}
