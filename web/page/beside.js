// What the recording is compared with: the two sides of a desync, or a second recording that plays beside it. Both have names() for
// the two columns of values, covers(tick), rows(side, within, most), work(ticks), finding(), and what a game does: go, show, pace …

// Of a bundle: nothing to play, and fields at one tick.
class DesyncSides {
  constructor(module, report) {
    Object.assign(this, { module, report, start: report.tick });
  }

  names() { return this.report.sides.map(side => side.name); }
  covers(tick) { return tick === this.report.tick && this.report.sides.some(side => side.testifies); }
  rows(side, within, most) { return this.module.sideFields(side, within, most); }
  finding() { return { done: true, hasTick: true, tick: this.report.tick, text: this.report.text }; }

  // Who the sides are, as `albireo-replay desync` says it.
  about() {
    const side = ({ name, testifies, fault, build, reproduced }) => !testifies ? `${name}: left ${fault ? `a testimony that cannot be used: ${fault}` : 'no testimony'}`
      : `${name}: ${build}; this page ${reproduced ? 'reproduces' : 'does not reproduce'} its tick`;
    return `${this.report.sides.map(side).join(' · ')} · the values are those${this.report.point || ' at the end of the tick'}` +
      ` · ${this.report.repeated ? 'the search gives the same result here' : 'the search cannot be repeated here'}`;
  }

  work() { return false; }
  verdict() { return null; }
  go() {}
  show() {}
  pace() {}
  choose() {}
  close() {}
}

// A second recording in a module of its own, with its own picture.
class SecondGame {
  constructor(page, wasm, bytes, name, partial) {
    Object.assign(this, { page, bytes, name, partial, module: new Module(wasm), view: new View($('view-second')) });
    this.screen = new Screen($('game-second'), this.module, text => { $('notice-second').textContent = text; }, () => this.arrive(), 'hitboxes are shown');
    $('view-second').addEventListener('click', event => {
      const path = this.view.pick(event.clientX, event.clientY);
      if (path) page.choose(path);
      else page.toggle();
    });
  }

  // Beside the first, which is open. An empty text, or why not.
  open(firstName) {
    const fault = this.module.open(this.bytes, this.partial) || this.page.module.openPair(this.bytes, this.partial);
    if (fault) return fault;
    this.info = this.module.about();
    this.firstName = firstName;
    $('caption').textContent = firstName;
    $('caption-second').textContent = this.name;
    this.screen.open();
    this.layOut(true);
    return '';
  }
  close() {
    this.screen.close();
    this.layOut(false);
  }
  layOut(isPair) {
    $('stage').classList.toggle('pair', isPair);
    for (const id of ['second', 'caption']) $(id).hidden = !isPair;
  }

  get first() { return this.info.first; }
  get last() { return this.info.last; }
  names() { return [this.firstName, this.name]; }
  covers() { return true; }
  rows(side, within, most) { return (side === 0 ? this.page.module : this.module).fields(within, most); }
  about() { return `values of ${this.firstName} | ${this.name}`; }

  // Verifies and compares some more. False: all is done.
  work(ticks) {
    const verifies = this.module.verify(ticks), compares = this.page.module.comparePair(ticks);
    return verifies || compares;
  }
  verdict() { return this.module.verdict(); }
  finding() {
    const finding = this.page.module.pairFinding();
    if (finding.hasTick) finding.text = `first difference: ${finding.text}`;
    return finding;
  }

  go(tick, plays) {
    if (plays) this.module.play(tick);
    else this.module.seek(tick);
  }
  arrive() {
    this.module.seek(this.page.tick);
    this.page.show();
  }
  show(share, chosen, shapes) {
    this.screen.draw(share);
    this.view.fit();
    const over = this.screen.isReady;
    this.view.draw(this.module.picture(), chosen, { over, shapes: shapes || !over });
  }
  pace(interval) { this.screen.pace(interval); }
  choose(tier) { this.screen.choose(tier); }
}

// The rows of two sides as one list: path, both values, and the words of both, once if they are the same.
function merged(ours, theirs, differing) {
  const other = new Map(theirs.map(([path, value, words]) => [path, [value, words]]));
  const rows = [];
  for (const [path, value, words] of ours) {
    const [value2, words2] = other.get(path) ?? ['', ''];
    other.delete(path);
    rows.push([path, value, value2, words === words2 ? words : `${words} | ${words2}`]);
  }
  for (const [path, [value, words]] of other) rows.push([path, '', value, words]);
  return differing ? rows.filter(([, a, b]) => a !== b) : rows;
}
