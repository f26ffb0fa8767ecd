// The page: opens the recording, verifies it, plays it.

const $ = id => document.getElementById(id);
const kSpeeds = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16, 32];
const kRowsMax = 300;
const kAllRows = 1e6;  // more than a world has
const kPlayedAtOnce = 64;  // ticks: a longer way forward is a jump
const kVerifySlice = 500;  // ticks between two looks at the clock
const kButtons = [['↑', 1 << 0], ['↓', 1 << 1], ['←', 1 << 2], ['→', 1 << 3], ['focus', 1 << 4], ['fire', 1 << 5], ['release', 1 << 6],
  ['lightning', 1 << 7], ['guard', 1 << 13], ['gift', 1 << 14], ['absent', 1 << 12]];
const kColumns = ['ships[0]', 'ships[1]', 'frames[0]', 'frames[1]', 'earnings[0]', 'earnings[1]', 'enemies', 'enemies[0]', 'enemy_shots', 'shots[0]',
  'shots[1]', 'beams', 'missiles', 'flow', 'scroll', 'team', 'deck', 'random', 'counters', 'touches', 'formations'];

class Page {
  constructor(module, binary) {
    this.module = module;
    this.view = new View($('view'));
    this.screen = new Screen($('game'), module, text => this.note(text), () => this.arrive(), 'hitboxes are shown');
    this.shapes = false;
    this.timeline = new Timeline($('timeline'), tick => this.jump(tick));
    this.speed = kSpeeds.indexOf(1);
    this.tick = 0;
    this.playing = false;
    this.opened = 0;  // counts recordings, so that the verifying of an earlier one stops
    this.values = new Map();
    this.players = [0, 1].map(slot => this.makePlayer(slot));
    $('paths').append(...kColumns.map(value => Object.assign(document.createElement('option'), { value })));
    this.sound = new Sound(module);
    this.music = new Music(module, $('glue').textContent, binary);
    this.pad = new Pad(this);
    bindInputs(this);
  }

  // ------------------------------------------------------------------------------------------------- opening, verifying

  // `second`: a SecondGame, to be shown beside it.
  open(bytes, name, partial, second = null) {
    this.pause();
    this.screen.close();
    this.sound.close();
    this.beside?.close();
    this.beside = this.found = null;
    $('finding').hidden = true;
    let fault = this.module.open(bytes, partial);
    const about = fault === '' ? this.module.about() : null;
    if (about?.desync) this.beside = new DesyncSides(this.module, about.desync);
    else if (about && second) fault = (this.beside = second).open(name);
    $('fault').hidden = fault === '';
    $('viewer').hidden = fault !== '';
    const count = ++this.opened;
    if (fault !== '') {
      $('fault').textContent = bytes.length === 0 ? `Drop a recording of core ${this.module.core} on this page.` : `${this.beside ? this.beside.name : name}: ${fault}`;
      const core = this.module.neededCore(), pages = $('recording').dataset.cores;
      if (core !== 0 && pages) {
        const link = Object.assign(document.createElement('a'), { href: pages.replace('*', core), textContent: `the page of core ${core}` });
        $('fault').append(': open ', link, ' and drop the recording there');
      }
      this.say(bytes.length === 0 ? 'no recording' : 'cannot be shown', bytes.length === 0 ? 'wait' : 'differs');
      this.about = this.beside = null;
      return;
    }
    this.about = about;
    // With a second recording, the clock runs from the earlier beginning to the later end.
    this.first = Math.min(about.first, this.beside?.first ?? about.first);
    this.last = Math.max(about.last, this.beside?.last ?? about.last);
    const names = about.players.filter(each => each.plays).map(each => each.name || each.slot);
    $('level').textContent = `${about.level} (${about.difficulty}), ${names.join(' and ')}, ${about.length}`;
    document.title = `${about.level}: ${names.join(' and ')}`;
    $('about').textContent = `${name} · core ${about.core}, digest ${about.coreDigest} · replay format ${about.format} · level digest ${about.levelDigest}` +
      ` · seed ${about.seed} · started ${about.started} · recorded by ${about.recordedBy || 'unknown'}` + (about.damage ? ` · ${about.damage}` : '');
    about.players.forEach((each, slot) => {
      this.players[slot].who.textContent = each.name || each.slot;
      this.players[slot].box.hidden = !each.plays;
    });
    $('sides-about').textContent = this.beside?.about() ?? '';
    this.timeline.reset(this.first, this.last, about.notes);
    this.readLink();
    this.screen.open();
    this.verify(count);
  }

  // What the viewer should know of the picture.
  note(text) {
    $('notice').textContent = text;
    $('notice').hidden = text === '';
    $('quality').value = this.screen?.tier ?? 1;
  }

  say(text, state) {
    $('verdict').textContent = text;
    $('verdict').className = state;
  }

  // Verifies in slices, so that the page stays alive.
  async verify(count) {
    const { first, last } = this.about, beside = this.beside;
    const began = performance.now();
    for (let more = true; more;) {
      const until = performance.now() + 12;
      do {
        const verifies = this.module.verify(kVerifySlice);
        more = beside?.work(kVerifySlice) || verifies;
      } while (more && performance.now() < until);
      this.timeline.add(this.module.timeline_events());
      const own = this.module.verdict(), others = beside?.verdict();
      const verdict = this.verdict = own.same && others ? others : own;
      this.timeline.verified = more ? first + own.ticks : this.last;
      if (beside) this.showFinding(beside.finding());
      if (!verdict.same) this.timeline.wrong = [verdict.wrongAfter, verdict.wrongUntil];
      if (!verdict.same) this.say((others ? `${beside.names()[verdict === own ? 0 : 1]}: ` : '') + verdict.text, 'differs');
      else if (more) this.say(`verifying: ${Math.floor(100 * own.ticks / Math.max(1, last - first))} %`, 'wait');
      else if (others) this.say(`both as recorded: ${own.text} | ${others.text}`, 'same');
      else this.say(`same: ${verdict.text}${this.about.damage ? ' (partial)' : ''}`, 'same');
      this.timeline.draw(this.tick);
      await new Promise(next => setTimeout(next));
      if (count !== this.opened) return;
    }
    this.verifiedMs = performance.now() - began;
  }

  // Where the recording differs from what it is compared with.
  showFinding(finding) {
    if (this.found?.done) return;
    this.found = finding;
    $('finding').hidden = false;
    $('finding').textContent = finding.done ? finding.text : `comparing: ${Math.floor(100 * finding.ticks / Math.max(1, this.last - this.first))} %`;
    $('finding').className = finding.hasTick ? 'differs' : '';
    if (finding.hasTick) this.timeline.addDifference(finding.tick, finding.text);
  }

  // ------------------------------------------------------------------------------------------------------------ playing

  jump(tick) {
    if (!this.about) return;
    const to = Math.max(this.first, Math.min(this.last, tick)), ahead = to - this.tick;
    this.go(to, ahead > 0 && ahead <= kPlayedAtOnce);
    this.share = 1;
    this.show();
  }

  // To this tick, by playing or by a seek. A recording that begins later or has ended shows its nearest tick.
  go(to, plays) {
    if (plays) this.module.play(to);
    else this.module.seek(to);
    this.beside?.go(to, plays);
    this.tick = to;
  }

  // At the current tick again, with what happened before it, for a new picture.
  arrive() {
    if (!this.about) return;
    this.module.seek(this.tick);
    this.show();
  }

  step(ticks) {
    this.pause();
    this.jump(this.tick + ticks);
    this.writeLink();
  }

  toggle() {
    if (this.playing) return this.pause();
    if (!this.about) return;
    if (this.tick >= this.last) this.jump(this.first);
    this.playing = true;
    this.sound.begin();
    if (this.sound.context) this.music.begin(this.sound.context);
    this.due = 1;  // the picture goes on from the tick that is shown
    this.before = performance.now();
    this.showPlaying();
    requestAnimationFrame(now => this.frame(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.share = 1;
    this.sound.still();
    this.showPlaying();
    this.show();
    this.writeLink();
  }

  showPlaying() {
    $('play').querySelector('path').setAttribute('d', this.playing ? 'M3 1h4v14H3zM9 1h4v14H9z' : 'M3 1v14l11-7z');
  }

  frame(now) {
    if (!this.playing) return;
    // A hidden page, or one that stood still, goes on from where it was.
    this.due += Math.min(0.1, (now - this.before) / 1000) * 60 * kSpeeds[this.speed];
    this.screen.pace(now - this.before);
    this.beside?.pace(now - this.before);
    this.before = now;
    const ticks = Math.floor(this.due), before = this.tick;
    this.due -= ticks;
    if (ticks > 0) this.go(Math.min(this.last, this.tick + ticks), true);
    this.sound.follow(true);
    this.music.on = this.sound.on;
    this.music.follow(kSpeeds[this.speed]);
    // Between two ticks: as far behind the last one as the next one is still away.
    this.share = this.due;
    if (this.tick !== before || this.beside) this.show();
    else this.screen.draw(this.share);
    if (this.tick >= this.last) return this.pause();
    requestAnimationFrame(later => this.frame(later));
  }

  setSpeed(speed) {
    this.speed = Math.max(0, Math.min(kSpeeds.length - 1, speed));
    const value = kSpeeds[this.speed];
    $('speed').textContent = value < 1 ? `1/${1 / value}×` : `${value}×`;
  }

  toHighlight(direction) {
    const tick = this.timeline.next(this.tick, direction);
    if (tick !== null) this.step(tick - this.tick);
  }

  // ------------------------------------------------------------------------------------------------------------ showing

  show() {
    if (!this.about) return;
    this.screen.draw(this.share);
    this.view.fit();
    const over = this.screen.isReady, shapes = this.shapes || !over;
    const chosen = this.chosen || shapes ? $('path').value : '';
    this.view.draw(this.module.picture(), chosen, { over, shapes });
    this.beside?.show(this.share, chosen, this.shapes);
    this.timeline.draw(this.tick);
    const panel = this.module.panel();
    $('time').textContent = `${clock(this.tick)} of ${clock(this.last)}`;
    if (document.activeElement !== $('tick')) $('tick').value = this.tick;
    $('timeline').setAttribute('aria-valuenow', this.tick);
    $('timeline').setAttribute('aria-valuemax', this.last);
    $('course').hidden = panel.course === 'playing';
    $('course').textContent = panel.course;
    panel.players.forEach((player, slot) => this.showPlayer(this.players[slot], player));
    // While it plays, the fields change too fast to read: ten times a second will do, and those of two worlds twice.
    const now = performance.now();
    if (!this.playing || now - (this.fieldsShown ?? 0) > (this.beside ? 500 : 100)) {
      this.fieldsShown = now;
      this.showFields();
    }
  }

  makePlayer(slot) {
    const make = (tag, className, ...inside) => {
      const made = document.createElement(tag);
      made.className = className;
      made.append(...inside);
      return made;
    };
    const parts = { who: make('b', ''), score: make('span', 'score'), state: make('p', 'state'), charge: make('i', ''), gold: make('i', '') };
    parts.keys = kButtons.map(([name]) => make('span', '', name));
    parts.box = make('div', 'player', make('div', 'who', parts.who, parts.score), parts.state,
      make('div', 'bars', make('div', 'bar charge', parts.charge), make('div', 'bar gold', parts.gold)), make('div', 'inputs', ...parts.keys));
    parts.box.style.setProperty('--own', kSlotColour[slot]);
    parts.keys.at(-1).hidden = true;
    $('players').append(parts.box);
    return parts;
  }

  showPlayer(parts, player) {
    parts.score.textContent = player.score.toLocaleString('en').replaceAll(',', ' ') + (player.multiplier > 1 ? ` ×${player.multiplier}` : '');
    parts.state.textContent = `${player.life}, ${player.lives} ${player.lives === 1 ? 'life' : 'lives'}, ${player.weapon}, ${player.kills} kills`;
    parts.charge.style.width = `${Math.max(0, Math.min(100, 100 * player.charge / this.about.chargeFull))}%`;
    parts.gold.style.width = `${Math.max(0, Math.min(100, 100 * player.gold / this.about.goldFull))}%`;
    kButtons.forEach(([, bit], i) => parts.keys[i].classList.toggle('on', (player.buttons & bit) !== 0));
    parts.keys.at(-1).hidden = (player.buttons & (1 << 12)) === 0;
  }

  showFields() {
    const within = $('path').value.trim();
    const compared = this.beside?.covers(this.tick) ?? false, differing = compared && $('differing').checked;
    $('differing-label').hidden = !compared;
    const side = each => this.beside.rows(each, within, kAllRows);
    const rows = compared ? merged(side(0), side(1), differing).slice(0, kRowsMax) : this.module.fields(within, kRowsMax);
    const cell = (tag, text, className = '') => Object.assign(document.createElement(tag), { textContent: text, className });
    $('sides').replaceChildren(...(compared ? ['', ...this.beside.names()].map(name => cell('th', name)) : []));
    $('rows').firstElementChild.className = compared ? 'compared' : '';
    const values = new Map();
    $('lines').replaceChildren(...rows.map(([path, value, ...rest]) => {
      values.set(path, value);
      const row = document.createElement('tr');
      if (this.values.has(path) && this.values.get(path) !== value) row.className = 'changed';
      if (compared && value !== rest[0]) row.className = 'differs';
      // Inside one struct the beginning of all paths is the same, and is already in the box above.
      const short = within !== '' && path.length > within.length ? path.slice(within.length).replace(/^\./, '') : path;
      row.append(cell('td', short), cell('td', value), ...rest.map((text, i) => cell('td', text, compared && i === 0 ? 'second' : '')));
      row.firstChild.title = path;
      return row;
    }));
    this.values = values;
    const none = differing ? `no field${within ? ` of "${within}"` : ''} differs at this tick` : `no field "${within}" at this tick`;
    $('more').textContent = rows.length === 0 ? none : rows.length === kRowsMax ? `the first ${kRowsMax} fields` : '';
  }

  choose(path) {
    this.chosen = true;
    $('path').value = path;
    this.values = new Map();
    this.show();
    this.writeLink();
  }

  // -------------------------------------------------------------------------------------------------------------- links

  // "#t=4512&f=enemies[17]"
  readLink() {
    const link = new URLSearchParams(location.hash.slice(1));
    const tick = Number.parseInt(link.get('t'), 10);
    this.values = new Map();
    this.chosen = link.has('f');
    $('path').value = link.get('f') ?? (this.beside ? '' : 'ships[0]');
    $('differing').checked = !this.chosen;
    this.jump(Number.isFinite(tick) ? tick : this.beside?.start ?? this.first);
  }

  link() {
    const field = $('path').value.trim();
    return `#t=${this.tick}` + (field ? `&f=${encodeURI(field).replaceAll('%5B', '[').replaceAll('%5D', ']')}` : '');
  }

  writeLink() {
    if (this.about) history.replaceState(null, '', this.link());
  }

  async copyLink() {
    this.writeLink();
    try {
      await navigator.clipboard.writeText(location.href);
      $('link').textContent = 'copied';
    } catch {
      $('link').textContent = 'in the address bar';
    }
    setTimeout(() => { $('link').textContent = 'link'; }, 1500);
  }

  chooseTier(tier) {
    this.screen.choose(tier);
    this.beside?.choose(tier);
  }

  toggleShapes() {
    this.shapes = !this.shapes;
    $('shapes').setAttribute('aria-pressed', this.shapes);
    this.show();
  }

  toggleSound() {
    this.sound.set(!this.sound.on);
    $('sound').setAttribute('aria-pressed', this.sound.on);
  }

  // What is seen, as one canvas.
  still() {
    this.show();  // WebGL's canvas is empty again when a script has ended
    const games = [this, ...(this.beside?.screen ? [this.beside] : [])], canvas = document.createElement('canvas');
    const { width, height } = this.view.canvas;
    Object.assign(canvas, { width: width * games.length, height });
    games.forEach(({ screen, view }, i) => {
      const seen = [...(screen.isReady ? [screen.canvas] : []), ...(!screen.isReady || this.shapes || this.chosen ? [view.canvas] : [])];
      for (const each of seen) canvas.getContext('2d').drawImage(each, i * width, 0);
    });
    return canvas;
  }

  saveStill() {
    this.still().toBlob(blob => {
      const anchor = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: `albireo-${this.tick}.png` });
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
    });
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else $('stage').requestFullscreen?.();
  }
}

async function start() {
  const binary = await unpack('module');
  const page = new Page(new Module(await AlbireoModule({ wasmBinary: binary })), binary);
  const stored = id => Uint8Array.from(atob($(id).textContent), letter => letter.charCodeAt(0));
  const { name, partial } = $('recording').dataset, beside = $('second-recording');
  page.setSpeed(page.speed);
  window.albireo = page;  // for tests, and for people with a console
  const second = beside.textContent === '' ? null
    : new SecondGame(page, await AlbireoModule({ wasmBinary: binary }), stored('second-recording'), beside.dataset.name, partial === '1');
  page.open(stored('recording'), name, partial === '1', second);
  page.startMs = performance.now();  // since the browser began to load it
}

start().catch(error => {
  $('fault').hidden = false;
  $('fault').textContent = `This browser cannot play the page: ${error.message ?? error}`;
  $('verdict').textContent = '';
});
