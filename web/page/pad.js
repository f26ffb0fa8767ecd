// Gamepads, in the standard layout of browsers. Browsers send no events for their buttons, so they are polled while one is connected.

const kPadButtons = [
  [0, page => page.toggle()], [2, page => page.saveStill()], [3, page => page.toggleShapes()], [9, page => page.toggle()],
  [4, page => page.toHighlight(-1)], [5, page => page.toHighlight(1)], [6, page => page.setSpeed(page.speed - 1)], [7, page => page.setSpeed(page.speed + 1)],
  [12, page => page.step(60)], [13, page => page.step(-60)], [14, page => page.step(-1)], [15, page => page.step(1)],
];
const kHeldMs = 350, kRepeatMs = 60;  // a held button repeats its step

class Pad {
  constructor(page, buttons = kPadButtons) {
    Object.assign(this, { page, buttons });
    this.due = new Map();  // by held button: when it acts again
    window.addEventListener('gamepadconnected', () => this.poll());
  }

  poll() {
    const pads = [...navigator.getGamepads()].filter(pad => pad?.mapping === 'standard'), now = performance.now();
    for (const [button, act] of this.buttons) {
      if (!pads.some(pad => pad.buttons[button]?.pressed)) this.due.delete(button);
      else if (!this.due.has(button)) this.due.set(button, now + kHeldMs), act(this.page);
      else if (button >= 12 && now >= this.due.get(button)) this.due.set(button, now + kRepeatMs), act(this.page);
    }
    if (this.polled) cancelAnimationFrame(this.polled);
    this.polled = pads.length > 0 ? requestAnimationFrame(() => this.poll()) : 0;
  }
}
