// The game in a page: the menu, the game's loop, and what is shown when it pauses or ends.

const $ = id => document.getElementById(id);
const kTicksAtOnceMax = 6;  // a slower machine plays slower
const kSettings = 'albireo-settings';
const kUsual = { level: 'the_cut', difficulty: 'standard', partner: '6', start: '', quality: '1', name: 'Gold', sound: true, music: true };

// The functions of web/module/exports_game.cpp.
class ModuleGame {
  constructor(wasm) { this.wasm = wasm; }
  text(pointer) { return this.wasm.UTF8ToString(pointer); }
  // An empty text, or why there is no game.
  open(level, { seed, skill, section, phase, started, name }) {
    const size = this.wasm.lengthBytesUTF8(name) + 1, text = this.wasm._malloc(size), bytes = this.wasm._malloc(level.length);
    this.wasm.stringToUTF8(name, text, size);
    this.wasm.HEAPU8.set(level, bytes);
    this.wasm._page_game_choose(seed, skill, section, phase, started, text);
    const fault = this.text(this.wasm._page_game_open(bytes, level.length));
    this.wasm._free(text);
    this.wasm._free(bytes);
    return fault;
  }
  hold({ buttons, pressed, weapon }) { this.wasm._page_game_hold(buttons, pressed, weapon ? 1 : 0); }
  askContinue() { this.wasm._page_game_continue(); }
  // Whether the game has ended.
  play(ticks) { return this.wasm._page_game_play(ticks) !== 0; }
  isOver() { return this.wasm._page_game_is_over() !== 0; }
  state() { return JSON.parse(this.text(this.wasm._page_game_state())); }
  recording() {
    const size = this.wasm._page_game_recording();
    return new Uint8Array(this.wasm.HEAPU8.buffer, this.wasm._page_game_bytes(), size).slice();
  }
}

class Play {
  constructor(wasm, binary, levels, packed) {
    const module = new Module(wasm);
    Object.assign(this, { game: new ModuleGame(wasm), levels, packed, kept: new Kept(), due: 0, settings: this.read() });
    this.screen = new Screen($('game'), module, text => { $('notice').textContent = text; }, () => this.draw(1));
    this.sound = new Sound(module);
    this.music = new Music(module, $('glue').textContent, binary);
    this.controls = new Controls($('game'), name => this.asked(name));
    $('touch').hidden = !matchMedia('(pointer: coarse)').matches;
    $('about').textContent = `Core ${module.core}. The game runs in this page: nothing is sent anywhere.`;
    $('begin').addEventListener('click', () => this.begin());
    $('options').addEventListener('change', () => this.take());
    $('options').addEventListener('submit', event => { event.preventDefault(); this.begin(); });
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.pause(); });
    window.addEventListener('blur', () => this.pause());
    window.addEventListener('resize', () => this.draw(1));
    document.addEventListener('keydown', event => { if (event.key === 'Enter' && document.activeElement === document.body) this.asked('accept'); });
    this.showMenu();
    if (document.body.dataset.server !== undefined) this.offerFriends(wasm);
    requestAnimationFrame(now => this.frame(now));
  }

  // A server has sent this page, so games with a friend are possible.
  offerFriends(wasm) {
    useSockets(wasm);
    this.friend = new FriendPlay(this, wasm);
    this.watching = new WatchPlay(this, wasm);
    $('friend').hidden = false;
    $('lead').textContent = 'Fly alone, with a bot, or with a friend.';
    $('about').textContent += ' A game with a friend runs on this server, too.';
    $('friend').addEventListener('submit', event => { event.preventDefault(); this.join(); });
    $('host').addEventListener('click', () => {
      this.take();
      this.friend.begin({ name: this.settings.name, level: this.level.name, difficulty: ['calm', 'standard', 'storm'].indexOf(this.settings.difficulty) });
    });
    $('watch').addEventListener('click', () => {
      this.take();
      if ($('code').value.trim()) this.watching.begin($('code').value);
      else $('code').focus();
    });
    const invited = () => {
      const link = decodeURIComponent(location.hash.slice(1)), watched = /^watch=([^&]*)(?:&moves=(\d+))?$/i.exec(link);
      if (watched) return this.watching.begin(watched[1], Number(watched[2] ?? 0));
      $('code').value = link;
      if ($('code').value) $('join').focus();
    };
    window.addEventListener('hashchange', invited);
    invited();
    if (this.watching.isOpen) return;
    const kept = seat.read();
    if (kept?.token && kept.code === $('code').value) this.friend.begin(kept);
  }

  join() {
    this.take();
    const code = $('code').value.trim().toUpperCase();
    if (isWatchCode(code)) this.watching.begin(code);
    else if (code) this.friend.begin({ name: this.settings.name, code });
    else $('code').focus();
  }

  // ------------------------------------------------------------------------------------------------------------ the menu

  read() {
    try {
      return { ...kUsual, ...JSON.parse(localStorage.getItem(kSettings) ?? '{}') };
    } catch {
      return { ...kUsual };
    }
  }

  take() {
    for (const name of ['difficulty', 'partner', 'start', 'quality', 'name']) this.settings[name] = $(name).value;
    for (const name of ['sound', 'music']) this.settings[name] = $(name).checked;
    try {
      localStorage.setItem(kSettings, JSON.stringify(this.settings));
    } catch { /* this browser keeps nothing */ }
  }

  get level() { return this.levels.find(each => each.name === this.settings.level) ?? this.levels[0]; }

  mode(name) { document.body.dataset.mode = name; }

  async showMenu() {
    this.mode('menu');
    $('dialog').hidden = true;
    $('levels').replaceChildren(...this.levels.map(level => {
      const button = Object.assign(document.createElement('button'), { textContent: level.title });
      button.setAttribute('role', 'radio');
      button.setAttribute('aria-checked', level === this.level);
      button.addEventListener('click', () => {
        this.settings.level = level.name;
        this.settings.start = '';
        this.showMenu();
      });
      return button;
    }));
    const option = (value, text) => Object.assign(document.createElement('option'), { value, textContent: text });
    $('start').replaceChildren(option('', 'the beginning'), ...this.level.sections.flatMap((section, i) => [
      option(`${i + 1}`, section.name || `section ${i + 1}`),
      ...Array.from({ length: section.phases }, (_, phase) => option(`${i + 1}:${phase + 1}`, `${section.boss}, phase ${phase + 1}`)),
    ]));
    for (const name of ['difficulty', 'partner', 'start', 'quality', 'name']) $(name).value = this.settings[name];
    if ($('start').selectedIndex < 0) $('start').value = '';
    for (const name of ['sound', 'music']) $(name).checked = this.settings[name];
    this.take();
    $('begin').focus();
    const recordings = await this.kept.all();
    $('kept').hidden = recordings.length === 0;
    $('recordings').replaceChildren(...recordings.map(each => {
      const row = document.createElement('li'), button = (text, act) => {
        const made = Object.assign(document.createElement('button'), { textContent: text });
        made.addEventListener('click', act);
        return made;
      };
      row.append(Object.assign(document.createElement('span'), { textContent: each.title }), button('Save', () => saveFile(each.name, each.bytes)),
        button('Delete', async () => { await this.kept.remove(each.at); this.showMenu(); }));
      return row;
    }));
  }

  // ------------------------------------------------------------------------------------------------------------ the game

  async begin() {
    if (document.body.dataset.mode === 'loading') return;
    this.take();
    this.friend?.drop();
    this.watching?.drop();
    this.mode('loading');
    $('dialog').hidden = true;
    const { difficulty, partner, start, quality, name } = this.settings;
    const [section, phase] = start === '' ? [0, 0] : [...start.split(':').map(Number), 0];
    const { at, size } = this.level.bytes[difficulty];
    this.started = Date.now();
    this.screen.close();
    this.sound.close();
    const fault = this.game.open(this.packed.subarray(at, at + size),
      { seed: crypto.getRandomValues(new Uint32Array(1))[0], skill: Number(partner), section, phase, started: this.started, name: name || 'Gold' });
    if (fault) return this.say('The level cannot be played', fault, [['Menu', () => this.showMenu()]]);
    this.sound.on = this.settings.sound;
    this.sound.begin();
    this.screen.tier = Number(quality);
    await this.screen.open();
    if (this.screen.state !== 'ready') {
      this.mode('menu');
      return this.say('The game cannot be drawn here', `${this.screen.fault ?? 'the graphics are gone'}. It needs WebGL 2.`, [['Menu', () => this.showMenu()]]);
    }
    this.hasContinue = false;
    this.resume();
  }

  resume() {
    $('dialog').hidden = true;
    this.controls.release();
    this.due = 1;
    this.mode('playing');
    document.activeElement?.blur();
    this.hear();
  }

  // A browser lets a page be heard only after a click or a key.
  hear() {
    this.sound.begin();
    this.music.on = this.settings.music;
    if (this.sound.context) this.music.begin(this.sound.context);
  }

  // What is played or watched on a server; undefined: nothing is.
  get online() { return [this.friend, this.watching].find(each => each?.isOpen); }

  pause() {
    if (document.body.dataset.mode !== 'playing' || this.online) return;
    this.mode('paused');
    this.sound.still();
    this.say('Paused', '', [['Resume', () => this.resume()], ['Restart', () => this.begin()], ['Save the recording', () => this.save()], ['Menu', () => this.leave()]]);
  }

  frame(now) {
    const interval = now - (this.last ?? now);
    this.last = now;
    const playing = document.body.dataset.mode === 'playing';
    requestAnimationFrame(later => this.frame(later));
    if (this.online) return this.online.frame(interval);
    const held = this.controls.take();  // a pad is asked in the menus, too
    if (playing) {
      this.due += Math.min(interval, 1000) * 60 / 1000;
      const ticks = Math.min(Math.floor(this.due), kTicksAtOnceMax);
      this.due = Math.min(this.due - ticks, 1);
      this.game.hold(held);
      const ended = this.game.play(ticks);
      this.sound.follow(true);
      this.screen.pace(interval);
      this.draw(this.due);
      if (ended) this.end();
      else this.watch();
    }
    if (['playing', 'paused', 'ended'].includes(document.body.dataset.mode)) this.music.follow(playing ? 1 : 0);
  }

  draw(share) {
    if (this.online) return this.online.draw();
    if (['playing', 'paused', 'ended'].includes(document.body.dataset.mode)) this.screen.draw(share);
  }

  // The game over waits for an answer; the core counts down.
  watch() {
    const over = this.game.isOver();
    if (over === this.hasContinue) return;
    this.hasContinue = over;
    if (over) this.say('Continue?', '', [['Continue (Enter)', () => this.game.askContinue()], ['Menu', () => this.leave()]]);
    else $('dialog').hidden = true;
  }

  asked(name) {
    const mode = document.body.dataset.mode;
    if (name === 'accept') {
      if (!$('dialog').hidden) $('dialog-buttons').firstChild.click();
      else if (mode === 'menu') this.begin();
    } else if (this.online) {
      this.online.pause();
    } else if (mode === 'playing' && !this.hasContinue) {
      this.pause();
    } else if (mode === 'paused') {
      this.resume();
    }
  }

  end() {
    const state = this.game.state();
    this.mode('ended');
    this.sound.still();
    this.keep(state);
    const next = this.levels[this.levels.indexOf(this.level) + 1], buttons = [['Play again', () => this.begin()], ['Save the recording', () => this.save()], ['Menu', () => this.showMenu()]];
    if (state.cleared && next) buttons.unshift([`Next: ${next.title}`, () => { this.settings.level = next.name; this.settings.start = $('start').value = ''; this.begin(); }]);
    this.say(state.cleared ? 'Cleared' : 'Game over', this.results(state), buttons);
  }

  leave() {
    this.keep(this.game.state());
    this.sound.still();
    this.screen.close();
    this.showMenu();
  }

  results(state) {
    const table = document.createElement('table'), row = (tag, ...texts) => {
      const made = document.createElement('tr');
      made.append(...texts.map(text => Object.assign(document.createElement(tag), { textContent: text })));
      table.append(made);
    };
    row('th', state.time, 'score', 'kills', 'grazes');
    for (const each of state.players) row('td', each.name, each.score.toLocaleString('en').replaceAll(',', ' '), each.kills, each.grazes);
    return table;
  }

  fileName() {
    return `${this.level.name}-${new Date(this.started).toISOString().slice(0, 19).replaceAll(':', '')}.replay`;
  }
  save() { saveFile(this.fileName(), this.game.recording()); }
  keep(state) {
    if (state.tick < 600) return;  // ten seconds are no game
    this.kept.add({ at: this.started, name: this.fileName(), bytes: this.game.recording(),
      title: `${this.level.title} (${this.settings.difficulty}), ${state.time}, ${new Date(this.started).toLocaleString()}` });
  }

  // `text`: a text or an element. `buttons`: pairs of a text and what it does; the first one has the focus.
  say(title, text, buttons) {
    $('dialog-title').textContent = title;
    $('dialog-text').replaceChildren(text);
    $('dialog-buttons').replaceChildren(...buttons.map(([label, act]) => {
      const button = Object.assign(document.createElement('button'), { textContent: label });
      button.addEventListener('click', act);
      return button;
    }));
    $('dialog').hidden = false;
    $('dialog-buttons').firstChild.focus();
  }
}

async function start() {
  const binary = await unpack('module');
  const wasm = await AlbireoModule({ wasmBinary: binary });
  window.albireo = new Play(wasm, binary, JSON.parse($('levels-packed').dataset.index), await unpack('levels-packed'));  // for tests, and for people with a console
}

start().catch(error => {
  $('notice').textContent = `This browser cannot play the game: ${error.message ?? error}`;
});
