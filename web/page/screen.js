// The game's own picture on a canvas, which has an id: opens it, waits for the browser's compiler without standing still, draws, and
// opens it again after the browser has taken the graphics away.

const kTiers = ['low', 'medium', 'high'];
const kFrameMs = 1000 / 60;
const kSlowMs = 120;  // a picture that takes longer is drawn in the lowest tier

class Screen {
  // `say(text)` is told what the viewer should know: an empty text while the picture is shown. `show()` is called when
  // another picture must be drawn. `instead`: what is seen where there is no picture, if anything.
  constructor(canvas, module, say, show, instead = '') {
    Object.assign(this, { canvas, say, show, instead, module: new ModuleScreen(module), state: 'closed', tier: 1, opened: 0, isLost: false });
    canvas.addEventListener('webglcontextlost', event => {
      event.preventDefault();
      this.isLost = true;
      if (this.state !== 'closed') this.lose();
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.isLost = false;
      if (this.state === 'lost') this.open();
    });
  }

  get isReady() { return this.state === 'ready'; }

  // A recording is open: shows its picture as soon as the browser has compiled what draws it.
  async open() {
    const began = performance.now();
    this.close();
    if (this.isLost) return this.lose();
    const count = this.opened;
    this.state = 'opening';
    this.say('preparing the picture …');
    const { width, height } = this.fit();
    // The page is painted first: making a level's meshes takes a moment.
    await painted();
    if (count !== this.opened) return;
    const fault = this.attempt(() => this.module.open(this.canvas, this.tier, width, height));
    if (fault) return this.fail(fault);
    let left = this.module.linking();
    for (const all = left; left > 0; left = this.module.linking()) {
      this.say(`preparing the picture: ${Math.round(100 * (all - left) / all)} %`);
      await rest(15);
      if (count !== this.opened) return;
    }
    if (left < 0) return this.fail(this.module.fault);
    this.state = 'ready';
    this.readyMs = performance.now() - began;
    this.say('');
    this.show();
  }

  // The recording is about to go: whatever is still being prepared for it stops.
  close() {
    ++this.opened;
    this.attempt(() => { this.module.close(); return ''; });
    this.state = 'closed';
  }

  lose() {
    this.close();
    this.state = 'lost';
    this.say(`The browser has taken the graphics away${this.instead ? `; ${this.instead} until it gives them back` : ''}.`);
    this.show();
  }

  fail(fault) {
    this.close();
    this.state = 'failed';
    this.fault = fault;
    this.say(`The game's picture cannot be drawn here: ${fault}.${this.instead ? ` ${this.instead[0].toUpperCase()}${this.instead.slice(1)} instead.` : ''}`);
    this.show();
  }

  attempt(act) {
    try {
      return act();
    } catch (error) {
      return String(error.message ?? error);
    }
  }

  // The canvas's size in pixels: as it is shown.
  fit() {
    const { width, height } = shownSize(this.canvas);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      Object.assign(this.canvas, { width, height });
      if (this.isReady) this.module.resize(width, height);
    }
    return { width, height };
  }

  // `share`: how far from the tick before to the current one.
  draw(share) {
    if (!this.isReady) return;
    this.fit();
    const fault = this.attempt(() => this.module.draw(share));
    if (fault) this.fail(fault);
  }

  // While it plays, so long after the last picture: keeps the frame rate by fewer pixels, or else by the lowest tier.
  pace(interval) {
    if (this.isTooSlow(interval)) this.choose(0);
    else this.scale(interval);
  }

  // The same for a game that cannot wait until the picture is made anew: the next picture to be opened has the lowest tier.
  paceInPlace(interval) {
    if (this.isTooSlow(interval)) this.tier = 0;
    this.scale(interval);
  }

  scale(interval) {
    if (this.isReady && !document.hidden) this.module.pace(interval, kFrameMs);
  }

  // A hidden page is drawn seldom, but not because the machine is slow.
  isTooSlow(interval) {
    this.slow = this.isReady && !document.hidden && interval > kSlowMs ? (this.slow ?? 0) + 1 : 0;
    if (this.slow <= 4 || this.tier === 0) return false;
    this.slow = 0;
    return true;
  }

  choose(tier) {
    this.tier = tier;
    this.open();
  }
}

// When the page has been painted; at once if nobody sees it, because a browser paints no hidden page.
function painted() {
  return new Promise(done => {
    requestAnimationFrame(() => setTimeout(done));
    document.addEventListener('visibilitychange', done, { once: true });
    if (document.hidden) done();
  });
}

// Lets the page do whatever else is due. A browser stretches the timers of a hidden page to a second and more, but not its messages.
function rest(ms = 0) {
  return new Promise(done => {
    if (!document.hidden) return setTimeout(done, ms);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(0);
  });
}

// The size of a canvas as it is shown, in the screen's own pixels.
function shownSize(canvas) {
  const box = canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
  return { width: Math.max(1, Math.round(box.width * ratio)), height: Math.max(1, Math.round(box.height * ratio)) };
}
