// What the player holds: keys, a gamepad, fingers. The numbers are those of Button in sim/input.hpp.

const Button = { up: 1 << 0, down: 1 << 1, left: 1 << 2, right: 1 << 3, focus: 1 << 4, fire: 1 << 5, release: 1 << 6, lightning: 1 << 7, gift: 1 << 14 };
const kKeys = {
  ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', KeyW: 'up', KeyS: 'down', KeyA: 'left', KeyD: 'right',
  Space: 'fire', ShiftLeft: 'focus', ShiftRight: 'focus', KeyX: 'release', KeyC: 'lightning', KeyG: 'gift', KeyV: 'weapon', KeyP: 'pause', Escape: 'pause',
};
// Of the browsers' standard layout; as the game's own default.
const kPad = { 0: 'fire', 1: 'gift', 2: 'release', 3: 'lightning', 4: 'focus', 5: 'weapon', 9: 'pause', 12: 'up', 13: 'down', 14: 'left', 15: 'right' };
const kDeadZone = 0.35;
const kStickReach = 14;  // pixels of a finger's way before the ship moves

class Controls {
  // `ask(name)` is called for presses that are no button of the ship: 'pause', and 'accept' for Enter and a pad's A.
  constructor(canvas, ask) {
    Object.assign(this, { ask, held: new Set(), fingers: new Set(), pressed: 0, weapon: false, stick: null, padHeld: new Set() });
    document.addEventListener('keydown', event => this.key(event, true));
    document.addEventListener('keyup', event => this.key(event, false));
    window.addEventListener('blur', () => this.release());
    canvas.addEventListener('pointerdown', event => {
      if (event.pointerType !== 'touch' || this.stick) return;
      this.stick = { id: event.pointerId, x: event.clientX, y: event.clientY, dx: 0, dy: 0 };
    });
    canvas.addEventListener('pointermove', event => {
      if (event.pointerId !== this.stick?.id) return;
      this.stick.dx = event.clientX - this.stick.x;
      this.stick.dy = event.clientY - this.stick.y;
      // The stick follows a finger that has gone far, so that turning back acts at once.
      const far = Math.hypot(this.stick.dx, this.stick.dy) / (4 * kStickReach);
      if (far > 1) {
        this.stick.x += this.stick.dx * (1 - 1 / far);
        this.stick.y += this.stick.dy * (1 - 1 / far);
      }
    });
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, event => { if (event.pointerId === this.stick?.id) this.stick = null; });
    for (const button of document.querySelectorAll('#touch button')) {
      const name = button.dataset.button;
      button.addEventListener('pointerdown', event => { event.preventDefault(); this.press(name, this.fingers); });
      for (const end of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(end, () => this.fingers.delete(name));
    }
  }

  press(name, held) {
    if (name === 'pause' || name === 'accept') return this.ask(name);
    if (held.has(name)) return;
    if (name === 'weapon') this.weapon = true;
    held.add(name);
    this.pressed |= Button[name] ?? 0;
  }

  key(event, down) {
    if (event.ctrlKey || event.altKey || event.metaKey || ['INPUT', 'SELECT'].includes(event.target.tagName)) return;
    const name = kKeys[event.code];
    if (!name) return;
    // In a panel Space presses the button that has the focus, and arrows move as in any page.
    if (document.body.dataset.mode !== 'playing' && name !== 'pause') return;
    event.preventDefault();
    if (!down) this.held.delete(name);
    else if (!event.repeat) this.press(name, this.held);
  }

  release() {
    this.held.clear();
    this.fingers.clear();
    this.stick = null;
  }

  // Browsers report a pad only when asked.
  pad() {
    const now = new Set();
    for (const pad of navigator.getGamepads?.() ?? []) {
      if (pad?.mapping !== 'standard') continue;
      for (const [button, name] of Object.entries(kPad)) if (pad.buttons[button]?.pressed) now.add(name);
      const [x, y] = pad.axes;
      if (x < -kDeadZone) now.add('left');
      if (x > kDeadZone) now.add('right');
      if (y < -kDeadZone) now.add('up');
      if (y > kDeadZone) now.add('down');
    }
    const playing = document.body.dataset.mode === 'playing';
    for (const name of now) {
      if (this.padHeld.has(name)) continue;
      if (!playing && name === 'fire') this.ask('accept');
      else if (playing || name === 'pause') this.press(name, this.padHeld);
    }
    this.padHeld = now;
  }

  // What is held now, and what went down since the last call.
  take() {
    this.pad();
    const names = new Set([...this.held, ...this.fingers, ...this.padHeld]);
    if (this.stick) {
      const { dx, dy } = this.stick, length = Math.hypot(dx, dy);
      names.add('fire');
      if (length > kStickReach && Math.abs(dx) > 0.38 * length) names.add(dx < 0 ? 'left' : 'right');
      if (length > kStickReach && Math.abs(dy) > 0.38 * length) names.add(dy < 0 ? 'up' : 'down');
    }
    let buttons = 0;
    for (const name of names) buttons |= Button[name] ?? 0;
    const taken = { buttons, pressed: this.pressed, weapon: this.weapon };
    this.pressed = 0;
    this.weapon = false;
    return taken;
  }
}
