// The hitboxes on a 2D canvas, from the records of web/module/picture.hpp: over the game's own picture, or instead of it.

const Mark = { rock: 0, sea: 1, part: 2, enemyShot: 3, beam: 4, missile: 5, shot: 6, ship: 7, ribbon: 8, event: 9 };
const kField = { width: 32, height: 18 };
const kShotColour = ['#ff4d8d', '#ff4a3d', '#6dff4a', '#b46bff'];  // by look: orb, dart, ring, diamond
const kLife = { entering: 0, flying: 1, dead: 2, watching: 3, absent: 4 };

// Calls each(kind, numbers) for every record; `numbers` is a part of the picture.
function eachRecord(picture, each) {
  for (let at = 0; at < picture.length;) {
    const kind = picture[at], count = picture[at + 1];
    each(kind, picture.subarray(at + 2, at + 2 + count));
    at += 2 + count;
  }
}

// What a click on this record chooses: a place, and the path of its fields; null if nothing.
function targetOf(kind, n) {
  const [x, y] = n;
  switch (kind) {
    case Mark.part: return n[5] === 0 || n[7] ? { x, y, radius: n[2], path: `enemies[${n[4]}]` } : null;
    case Mark.missile: return { x, y, radius: n[2], path: `missiles[${n[4]}]` };
    case Mark.ship: return n[4] <= kLife.flying ? { x, y, radius: 0.8, path: `ships[${n[3]}]` } : null;
    default: return null;
  }
}

class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext('2d');
    this.targets = [];  // what a click can choose: x, y, radius, path of its fields
  }

  // Makes the canvas as large as it is shown.
  fit() {
    const { width, height } = shownSize(this.canvas);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
  }

  // The path of the fields of what is drawn at this place of the window, or null.
  pick(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width - 0.5) * kField.width, y = (0.5 - (clientY - box.top) / box.height) * kField.height;
    let best = null, nearest = 1e9;
    for (const target of this.targets) {
      const away = Math.hypot(target.x - x, target.y - y) - target.radius;
      if (away < 0.4 && away < nearest) [best, nearest] = [target.path, away];
    }
    return best;
  }

  // `over`: the game's own picture is behind it. `shapes`: they are drawn; what is chosen is marked in any case.
  draw(picture, chosen, { over, shapes }) {
    const pen = this.pen, scale = this.canvas.width / kField.width;
    this.over = over;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    if (over) pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    else this.night();
    pen.setTransform(scale, 0, 0, -scale, this.canvas.width / 2, this.canvas.height / 2);
    pen.lineJoin = pen.lineCap = 'round';
    if (!over) this.grid(1 / scale);
    this.targets = [];
    eachRecord(picture, (kind, n) => {
      const target = targetOf(kind, n);
      if (target) this.targets.push(target);
      if (shapes) this.record(kind, n, 1 / scale);
    });
    const target = this.targets.find(each => each.path === chosen);
    if (target) this.frame(target, 1.5 / scale);
  }

  night() {
    const pen = this.pen, sky = pen.createLinearGradient(0, 0, 0, this.canvas.height);
    sky.addColorStop(0, '#0b1020');
    sky.addColorStop(1, '#070a12');
    pen.fillStyle = sky;
    pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }

  grid(pixel) {
    const pen = this.pen;
    pen.strokeStyle = 'rgba(140, 160, 210, 0.06)';
    pen.lineWidth = pixel;
    pen.beginPath();
    for (let x = -16; x <= 16; x += 4) { pen.moveTo(x, -9); pen.lineTo(x, 9); }
    for (let y = -8; y <= 8; y += 4) { pen.moveTo(-16, y); pen.lineTo(16, y); }
    pen.stroke();
  }

  record(kind, n, pixel) {
    switch (kind) {
      case Mark.rock: return this.rock(n, pixel);
      case Mark.sea: return this.sea(n, pixel);
      case Mark.part: return this.part(n, pixel);
      case Mark.enemyShot: return this.enemyShot(n, pixel);
      case Mark.beam: return this.beam(n, pixel);
      case Mark.missile: return this.missile(n, pixel);
      case Mark.shot: return this.shot(n);
      case Mark.ship: return this.ship(n, pixel);
      case Mark.ribbon: return this.ribbon(n);
      case Mark.event: return this.event(n, pixel);
    }
  }

  disc(x, y, radius) {
    this.pen.beginPath();
    this.pen.arc(x, y, radius, 0, 2 * Math.PI);
  }

  path(n) {
    this.pen.beginPath();
    for (let i = 0; i + 1 < n.length; i += 2) this.pen.lineTo(n[i], n[i + 1]);
  }

  rock(n, pixel) {
    const pen = this.pen;
    this.path(n);
    pen.closePath();
    pen.fillStyle = '#222a3d';
    if (!this.over) pen.fill();
    pen.strokeStyle = '#54648c';
    pen.lineWidth = 1.5 * pixel;
    pen.stroke();
  }

  sea(n, pixel) {
    const pen = this.pen;
    this.path(n);
    pen.strokeStyle = '#4aa3c8';
    pen.lineWidth = 2 * pixel;
    pen.stroke();
    pen.lineTo(17, -12);
    pen.lineTo(-17, -12);
    pen.fillStyle = 'rgba(40, 110, 150, 0.28)';
    if (!this.over) pen.fill();
  }

  part([x, y, radius, share, , , lives, vital], pixel) {
    const pen = this.pen;
    this.disc(x, y, radius);
    if (!lives) {
      pen.strokeStyle = 'rgba(140, 150, 180, 0.25)';
      pen.lineWidth = pixel;
      pen.setLineDash([3 * pixel, 4 * pixel]);
      pen.stroke();
      pen.setLineDash([]);
      return;
    }
    const hurts = share >= 0;
    pen.fillStyle = !hurts ? 'rgba(120, 132, 165, 0.18)' : vital ? 'rgba(255, 112, 92, 0.26)' : 'rgba(226, 150, 110, 0.16)';
    pen.fill();
    pen.strokeStyle = !hurts ? '#66708f' : 'rgba(255, 140, 110, 0.35)';
    pen.lineWidth = 1.5 * pixel;
    pen.stroke();
    if (!hurts) return;
    // The armour that is left: an arc from the top, clockwise.
    pen.beginPath();
    pen.arc(x, y, radius, Math.PI / 2, Math.PI / 2 - 2 * Math.PI * Math.max(0.02, Math.min(1, share)), true);
    pen.strokeStyle = vital ? '#ff8a70' : '#e0a27c';
    pen.lineWidth = 2.5 * pixel;
    pen.stroke();
  }

  enemyShot([x, y, radius, look, angle], pixel) {
    const pen = this.pen, size = Math.max(radius, 3 * pixel);
    pen.fillStyle = kShotColour[look] ?? kShotColour[0];
    pen.strokeStyle = '#fff';
    pen.lineWidth = 1.2 * pixel;
    if (look === 1 || look === 3) {
      const along = look === 1 ? 1.9 : 1.4, across = look === 1 ? 0.8 : 1.1;
      const c = Math.cos(angle) * size, s = Math.sin(angle) * size;
      pen.beginPath();
      pen.moveTo(x + c * along, y + s * along);
      pen.lineTo(x - s * across, y + c * across);
      pen.lineTo(x - c * (look === 1 ? 1 : along), y - s * (look === 1 ? 1 : along));
      pen.lineTo(x + s * across, y - c * across);
      pen.closePath();
      pen.fill();
      pen.stroke();
      return;
    }
    this.disc(x, y, size);
    if (look === 2) {
      pen.strokeStyle = pen.fillStyle;
      pen.lineWidth = Math.max(size * 0.45, 2 * pixel);
    } else {
      pen.fill();
    }
    pen.stroke();
  }

  beam([fromX, fromY, bendX, bendY, tipX, tipY, half, burns], pixel) {
    const pen = this.pen;
    pen.beginPath();
    pen.moveTo(fromX, fromY);
    pen.quadraticCurveTo(bendX, bendY, tipX, tipY);
    pen.lineCap = 'butt';
    if (burns) {
      pen.strokeStyle = 'rgba(255, 60, 140, 0.5)';
      pen.lineWidth = 2 * half;
      pen.stroke();
      pen.strokeStyle = '#fff';
      pen.lineWidth = Math.max(0.35 * half, 1.5 * pixel);
    } else {
      pen.strokeStyle = 'rgba(255, 110, 170, 0.8)';
      pen.lineWidth = 1.5 * pixel;
      pen.setLineDash([8 * pixel, 6 * pixel]);
    }
    pen.stroke();
    pen.setLineDash([]);
    pen.lineCap = 'round';
  }

  missile([x, y, radius, heading], pixel) {
    const pen = this.pen, c = Math.cos(heading), s = Math.sin(heading);
    this.disc(x, y, radius);
    pen.fillStyle = 'rgba(255, 160, 70, 0.25)';
    pen.fill();
    pen.strokeStyle = '#ffa046';
    pen.lineWidth = 2 * pixel;
    pen.stroke();
    pen.beginPath();
    pen.moveTo(x - c * radius, y - s * radius);
    pen.lineTo(x + c * radius * 1.6, y + s * radius * 1.6);
    pen.stroke();
  }

  shot([x, y, speedX, speedY, slot, weapon, powered]) {
    const pen = this.pen, speed = Math.hypot(speedX, speedY) || 1, length = powered ? 0.9 : 0.5;
    pen.strokeStyle = kSlotColour[slot];
    pen.lineWidth = powered ? 0.22 : 0.11;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x - speedX / speed * length, y - speedY / speed * length);
    pen.stroke();
  }

  ribbon([fromX, fromY, toX, toY, slot, form]) {
    const pen = this.pen;
    pen.beginPath();
    pen.moveTo(fromX, fromY);
    pen.quadraticCurveTo(fromX + Math.hypot(toX - fromX, toY - fromY) / 2, fromY, toX, toY);
    pen.strokeStyle = kSlotColour[slot];
    pen.globalAlpha = 0.75;
    pen.lineWidth = form === 2 || form === 3 ? 0.35 : 0.16;
    pen.stroke();
    pen.globalAlpha = 1;
  }

  ship([x, y, hull, slot, life, invulnerable, weapon, guard], pixel) {
    if (life > kLife.flying) return;
    const pen = this.pen;
    pen.globalAlpha = invulnerable ? 0.5 : 1;
    pen.fillStyle = kSlotColour[slot];
    pen.beginPath();
    pen.moveTo(x + 0.8, y);
    pen.lineTo(x - 0.55, y + 0.5);
    pen.lineTo(x - 0.3, y);
    pen.lineTo(x - 0.55, y - 0.5);
    pen.closePath();
    pen.globalAlpha *= 0.35;
    pen.fill();
    pen.globalAlpha = invulnerable ? 0.5 : 1;
    pen.strokeStyle = kSlotColour[slot];
    pen.lineWidth = 2 * pixel;
    pen.stroke();
    this.disc(x, y, hull);
    pen.fillStyle = '#fff';
    pen.fill();
    if (guard) {
      pen.beginPath();
      pen.arc(x, y, 1.9, -1.22, 1.22);
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  // A flash where something died in this tick.
  event([kind, x, y], pixel) {
    if (kind !== kEvent.enemyDied && kind !== kEvent.shipDied && kind !== kEvent.partDied) return;
    const pen = this.pen;
    this.disc(x, y, kind === kEvent.shipDied ? 2 : 1.2);
    pen.strokeStyle = 'rgba(255, 240, 200, 0.9)';
    pen.lineWidth = 2.5 * pixel;
    pen.stroke();
  }

  frame({ x, y, radius }, width) {
    const pen = this.pen, reach = radius + 0.3;
    pen.strokeStyle = '#fff';
    pen.lineWidth = width;
    pen.strokeRect(x - reach, y - reach, 2 * reach, 2 * reach);
  }
}
