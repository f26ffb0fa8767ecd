// The timeline: what happened when, how far the recording has been verified, and where we are.

// EventKind of sim/event.hpp, as far as the page needs it. tests/web compares both lists.
const kEvent = @EVENTS@;

const kSlotColour = ['#ffb02e', '#5b8cff'];
const kKinds = {
  [kEvent.shipDied]: { text: slot => `${slotName(slot)} dies`, stop: true },
  [kEvent.shipOut]: { text: slot => `${slotName(slot)} is out`, stop: true },
  [kEvent.combinedStorm]: { text: () => 'combined storm', stop: true },
  [kEvent.lightning]: { text: slot => `${slotName(slot)}'s lightning`, stop: true },
  [kEvent.warning]: { text: () => 'a boss is coming', stop: true },
  [kEvent.section]: { text: () => 'section', stop: true },
  [kEvent.round]: { text: () => 'round', stop: true },
  [kEvent.gameOver]: { text: () => 'game over', stop: true },
  [kEvent.continued]: { text: () => 'continued', stop: true },
  [kEvent.cleared]: { text: () => 'cleared', stop: true },
  [kEvent.phaseChanged]: { text: () => 'phase', stop: false },
  [kEvent.enemyDied]: { text: () => 'kill', stop: false },
};

function slotName(slot) { return slot === 0 ? 'gold' : 'blue'; }

class Timeline {
  constructor(canvas, onSeek) {
    this.canvas = canvas;
    this.pen = canvas.getContext('2d');
    this.reset(0, 0, []);
    const seek = event => onSeek(this.tickAt(event.clientX));
    canvas.addEventListener('pointerdown', event => { canvas.setPointerCapture(event.pointerId); seek(event); });
    canvas.addEventListener('pointermove', event => { if (event.buttons) seek(event); else this.hint(event); });
  }

  reset(first, last, notes) {
    Object.assign(this, { first, last, verified: first, wrong: null });
    this.marks = notes.map(note => ({ tick: note.tick, kind: -1, slot: 0, text: note.text, stop: true }));
  }

  // Three numbers for each: tick, kind, slot.
  add(numbers) {
    for (let i = 0; i < numbers.length; i += 3) {
      const [tick, kind, slot] = numbers.subarray(i, i + 3);
      if (kKinds[kind]) this.marks.push({ tick, kind, slot, text: kKinds[kind].text(slot), stop: kKinds[kind].stop });
    }
  }

  // The first difference from what the recording is compared with.
  addDifference(tick, text) { this.marks.push({ tick, kind: -2, slot: 0, text, stop: true }); }

  tickAt(clientX) {
    const box = this.canvas.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - box.left) / box.width));
    return Math.round(this.first + share * (this.last - this.first));
  }

  // The next mark that playing may jump to; direction is +1 or −1.
  next(tick, direction) {
    let best = null;
    for (const mark of this.marks) {
      if (!mark.stop || (mark.tick - tick) * direction <= 0) continue;
      if (best === null || (best - mark.tick) * direction > 0) best = mark.tick;
    }
    return best;
  }

  hint(event) {
    const tick = this.tickAt(event.clientX), reach = (this.last - this.first) / this.canvas.clientWidth * 5;
    const near = this.marks.filter(mark => mark.stop && Math.abs(mark.tick - tick) <= reach)
      .sort((a, b) => Math.abs(a.tick - tick) - Math.abs(b.tick - tick))[0];
    this.canvas.title = near ? `${clock(near.tick)}, tick ${near.tick}: ${near.text}` : `${clock(tick)}, tick ${tick}`;
  }

  draw(tick) {
    const canvas = this.canvas, pen = this.pen, ratio = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const x = at => (at - this.first) / Math.max(1, this.last - this.first) * (width - 2) + 1;
    pen.fillStyle = '#121726';
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = '#1a2236';
    pen.fillRect(0, 0, x(this.verified), height);
    this.kills(x, width, height);
    if (this.wrong) {
      pen.fillStyle = 'rgba(255, 107, 107, 0.55)';
      pen.fillRect(x(this.wrong[0]), 0, Math.max(3 * ratio, x(this.wrong[1]) - x(this.wrong[0])), height);
    }
    for (const mark of this.marks) this.mark(mark, x(mark.tick), height, ratio);
    pen.fillStyle = '#fff';
    pen.fillRect(x(tick) - ratio, 0, 2 * ratio, height);
    pen.beginPath();
    pen.moveTo(x(tick) - 5 * ratio, 0);
    pen.lineTo(x(tick) + 5 * ratio, 0);
    pen.lineTo(x(tick), 6 * ratio);
    pen.fill();
  }

  // Kills as columns: how many in each stretch of four pixels.
  kills(x, width, height) {
    const counts = new Uint16Array(Math.ceil(width / 4) + 1);
    for (const mark of this.marks) if (mark.kind === kEvent.enemyDied) ++counts[Math.floor(x(mark.tick) / 4)];
    const most = Math.max(4, ...counts);
    this.pen.fillStyle = '#46587f';
    counts.forEach((count, i) => this.pen.fillRect(4 * i, height, 3, -count / most * height * 0.62));
  }

  mark({ kind, slot }, x, height, ratio) {
    const pen = this.pen;
    const line = (colour, from, to) => { pen.fillStyle = colour; pen.fillRect(x - ratio / 2, from * height, Math.max(1, ratio * 1.5), (to - from) * height); };
    const disc = (colour, y, size) => { pen.fillStyle = colour; pen.beginPath(); pen.arc(x, y * height, size * ratio, 0, 7); pen.fill(); };
    switch (kind) {
      case -1:
        pen.fillStyle = '#fff';
        pen.beginPath();
        for (const [dx, dy] of [[0, -4], [4, 0], [0, 4], [-4, 0]]) pen.lineTo(x + dx * ratio, 0.86 * height + dy * ratio);
        pen.fill();
        break;
      case -2: line('#ff6b6b', 0, 1); break;
      case kEvent.shipDied: disc(kSlotColour[slot], slot === 0 ? 0.22 : 0.36, 4); break;
      case kEvent.combinedStorm: line('#c48bff', 0.1, 1); disc('#c48bff', 0.1, 3); break;
      case kEvent.lightning: line('rgba(196, 139, 255, 0.45)', 0.5, 1); break;
      case kEvent.section: case kEvent.round: case kEvent.warning: line('rgba(125, 137, 166, 0.55)', 0, 1); break;
      case kEvent.gameOver: case kEvent.continued: case kEvent.cleared: line('#57d08b', 0, 1); break;
    }
  }
}

// "1:02.35", as the replay tool writes times.
function clock(tick) {
  const hundredths = Math.floor(tick * 100 / 60);
  const two = number => String(number).padStart(2, '0');
  return `${Math.floor(hundredths / 6000)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}
