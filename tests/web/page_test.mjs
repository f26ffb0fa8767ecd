// Goal: a page that albireo-replay wrote opens from the disk in a real browser, verifies, seeks to the tick of its link,
// shows the worlds and fields that the native program has, and names the ticks that differ in a recording that was changed.
// node page_test.mjs chromium|firefox ALBIREO_REPLAY DOCTOR GOLDEN.replay FOLDER: pages and stills are left in FOLDER.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { open } from './browser.mjs';

const [name, program, doctor, golden, folder] = process.argv.slice(2);
const kTick = 1234;
const kVoices = /enum class Voice[^{]*\{([^}]*)\}/.exec(fs.readFileSync('client/audio/voices.hpp', 'utf8'))[1].split(',').length - 1;  // without `count`
let failures = 0;
const check = (what, is, wanted) => {
  if (is === wanted) return;
  console.log(`${name}: ${what}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
  ++failures;
};
const replay = (...words) => execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] });
const pageOf = (recording, file) => {
  const html = path.join(folder, file);
  replay('page', recording, '-o', html, '--replace');
  return html;
};
const rootAt = tick => new RegExp(`^${tick} ([0-9a-f]{16})$`, 'm').exec(digests)[1];
const digests = replay('digest', '--every', '1', golden);

fs.mkdirSync(folder, { recursive: true });
const browser = await open(name, { width: 1280, height: 800 });
try {
  const settled = async () => {
    for (let i = 0; i < 600; ++i) {
      if (await browser.run('const page = window.wrappedJSObject?.albireo ?? window.albireo; return page?.verifiedMs !== undefined')) return;
      await new Promise(done => setTimeout(done, 100));
    }
    throw new Error('the page did not verify within a minute: ' + await browser.run('return document.body.innerText.slice(0, 500)'));
  };
  const text = id => browser.run(`return document.getElementById('${id}').textContent`);
  const root = () => browser.run('return albireo.module.panel().root');
  const row = field => browser.run(`const row = [...document.querySelectorAll('#lines tr')].find(each => each.firstChild.title === '${field}');
    return row ? [...row.children].slice(1).map(each => each.textContent).join(' | ') : 'no such row'`);

  const html = pageOf(golden, `${name}.html`);
  check('the page without its recording has at most 1 MB', fs.statSync(html).size - 4 * Math.ceil(fs.statSync(golden).size / 3) < 1e6, true);
  await browser.go(`${pathToFileURL(html)}#t=${kTick}&f=ships[0]`);
  await settled();
  const verified = JSON.parse(replay('--json', '--log-level', 'off', 'verify', golden)).files[0];
  const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
  check('the verdict', await text('verdict'), `same: ${grouped(verified.ticks)} ticks, ${grouped(verified.digests)} digests`);
  check('the link leads to its tick', await browser.run('return albireo.tick'), kTick);
  check('the world there', await root(), rootAt(kTick));
  for (const [key, native] of [['ships[0].at.x'], ['ships[0].life.state'], ['ships[0].weapon']].map(([path]) =>
    [path, replay('dump', '--tick', String(kTick), '--field', path, golden).trim()])) {
    const [, value, words] = /= (-?\d+)(?: \((.*)\))?$/.exec(native);
    check(`the field ${key}`, await row(key), `${value} | ${words ?? ''}`);
  }
  // A page of boards links to the page of another core; one from `albireo-replay page` has nowhere to lead to.
  const needs = cores => browser.run(`document.getElementById('recording').dataset.cores = '${cores}';
    albireo.module.neededCore = () => 3; albireo.open(new Uint8Array([1]), 'old.replay', true); delete albireo.module.neededCore;
    return document.querySelector('#fault a')?.getAttribute('href') ?? ''`);
  check('the link to the page of another core', await needs('../../cores/*'), '../../cores/3');
  check('no such link', await needs(''), '');
  await browser.go('about:blank');
  await browser.go(`${pathToFileURL(html)}#t=${kTick}&f=ships[0]`);
  await settled();

  // The game's own picture, once the browser has compiled what draws it; hitboxes are an overlay.
  const drawn = async state => {
    for (let i = 0; i < 600 && await browser.run('return albireo.screen.state') !== state; ++i) await new Promise(done => setTimeout(done, 100));
    return browser.run('return albireo.screen.state');
  };
  const notice = () => text('notice');
  const colours = `const still = albireo.still(), data = still.getContext('2d').getImageData(0, 0, still.width, still.height).data;
    let sum = 0; for (let i = 0; i < data.length; ++i) sum = (sum * 31 + data[i]) % 4294967291; return sum`;
  check("the game's picture is shown", await drawn('ready'), 'ready');
  check('with nothing to say of it', await notice(), '');
  await browser.run('albireo.choose("")');  // or it would be marked
  const before = await browser.run(colours);
  await browser.run('albireo.arrive()');
  check('a tick has one picture, however often it is drawn', await browser.run(colours), before);
  const shapesSeen = () => browser.run(`const view = document.getElementById('view');
    return view.getContext('2d').getImageData(0, 0, view.width, view.height).data.some(value => value > 0)`);
  check('no hitboxes over it', await shapesSeen(), false);
  await browser.run('document.getElementById("shapes").click()');
  check('hitboxes over it', await shapesSeen(), true);
  // The white disc of gold's hull is where gold's ship is.
  const [x, y] = ['x', 'y'].map(axis => Number(/= (-?\d+)/.exec(replay('dump', '--tick', String(kTick), '--field', `ships[0].at.${axis}`, golden))[1]) / 65536);
  check('the picture has the ship at its place', await browser.run(`const canvas = document.getElementById('view');
    const scale = canvas.width / 32, left = Math.round(canvas.width / 2 + ${x} * scale), top = Math.round(canvas.height / 2 - ${y} * scale);
    return [...canvas.getContext('2d').getImageData(left, top, 1, 1).data].slice(0, 3).every(value => value > 200)`), true);
  await browser.run('document.getElementById("shapes").click()');

  // The browser takes the graphics away and gives them back; then it refuses them altogether.
  await browser.run(`window.taken = albireo.screen.canvas.getContext('webgl2').getExtension('WEBGL_lose_context'); window.taken.loseContext()`);
  check('without graphics', await drawn('lost'), 'lost');
  check('it says so', await notice(), 'The browser has taken the graphics away; hitboxes are shown until it gives them back.');
  check('hitboxes instead', await shapesSeen(), true);
  await browser.run('window.taken.restoreContext()');
  check('with graphics again', await drawn('ready'), 'ready');
  check('and the same picture', await browser.run(colours), before);
  await browser.run(`const canvas = albireo.screen.canvas; window.getContext = canvas.getContext; canvas.getContext = () => null; albireo.screen.choose(1)`);
  check('a browser without WebGL 2', await drawn('failed'), 'failed');
  check('it says so, too', await notice(), "The game's picture cannot be drawn here: this browser has no WebGL 2. Hitboxes are shown instead.");
  check('hitboxes there', await shapesSeen(), true);
  await browser.run('albireo.screen.canvas.getContext = window.getContext; albireo.screen.choose(1)');
  check('the picture is back', await drawn('ready'), 'ready');

  // A browser that draws into half floats only, and does not tell when a program is ready, as some phones do.
  const kPixels = `const still = albireo.still(), data = still.getContext('2d').getImageData(0, 0, still.width, still.height).data;`;
  await browser.run(`${kPixels} window.full = data;
    const fresh = albireo.screen.canvas.cloneNode();  // a context keeps the extensions that were switched on
    albireo.screen.canvas.replaceWith(fresh);
    albireo.screen.canvas = fresh;
    const prototype = WebGL2RenderingContext.prototype, getExtension = window.getExtension = prototype.getExtension;
    prototype.getExtension = function (name) { return /color_buffer_float|parallel/.test(name) ? null : getExtension.call(this, name); };
    albireo.screen.choose(1)`);
  // Firefox has either both kinds of floats or none.
  const hasHalves = await browser.run(`return albireo.screen.canvas.getContext('webgl2').getSupportedExtensions().includes('EXT_color_buffer_half_float')`);
  check('half floats will do', await drawn(hasHalves ? 'ready' : 'failed'), hasHalves ? 'ready' : 'failed');
  if (!hasHalves) {
    check('or it says so', await notice(), "The game's picture cannot be drawn here: this browser cannot draw into textures of floats. Hitboxes are shown instead.");
    await browser.run('WebGL2RenderingContext.prototype.getExtension = window.getExtension; albireo.screen.choose(1)');
    await drawn('ready');
  }
  const apart = await browser.run(`${kPixels} let sum = 0; for (let i = 0; i < data.length; ++i) sum += Math.abs(data[i] - window.full[i]); return sum / data.length`);
  check(`and look alike (${apart} of 255 apart)`, apart < 1, true);
  check('without errors', await browser.run('return albireo.screen.module.faults()'), 0);
  await browser.run('WebGL2RenderingContext.prototype.getExtension = window.getExtension; albireo.choose("ships[0]")');
  const isWithin = () => browser.run('return document.documentElement.scrollWidth <= window.innerWidth && [...document.querySelectorAll("main *")].filter(each => !each.closest("#rows")).every(each => each.getBoundingClientRect().right <= window.innerWidth + 1)');
  await browser.run('albireo.choose("")');  // the widest rows
  check('nothing is wider than the page', await isWithin(), true);
  if (browser.size) {
    await browser.size(390, 844, true);
    check('nothing is wider than a phone', await isWithin(), true);
    await browser.still(path.join(folder, `${name}-phone.png`));
    await browser.size(1280, 800, false);
    await browser.run('albireo.choose("ships[0]")');
    await browser.key('ArrowRight');
    check('the key for a tick', await browser.run('return albireo.tick'), kTick + 1);
    await browser.key('ArrowLeft');
    await browser.key(' ', 'Space');
    check('the key that plays', await browser.run('return albireo.playing'), true);
    await browser.run(`albireo.step(${kTick} - albireo.tick)`);
    check('a jump pauses', await browser.run('return albireo.playing'), false);
  }
  // Every way to a tick leads to the same world.
  await browser.run('albireo.step(-1)');
  check('a tick back', await root(), rootAt(kTick - 1));
  await browser.run('albireo.step(2)');
  check('two ticks forward', await root(), rootAt(kTick + 1));
  await browser.run('location.hash = "#t=77&f=enemies[0]"; await new Promise(done => setTimeout(done, 100))');
  check('a new link', await root(), rootAt(77));
  check('the link that it writes', await browser.run('albireo.step(1); return location.hash'), '#t=78&f=enemies[0]');
  await browser.run('document.getElementById("last").click()');
  check('the last tick', await root(), verified.root);
  await browser.run('document.getElementById("first").click(); albireo.setSpeed(8); albireo.toggle()');
  for (let i = 0; i < 300 && await browser.run('return albireo.playing'); ++i) await new Promise(done => setTimeout(done, 100));
  check('played to the end', await root(), verified.root);
  // The voices are made while it plays.
  for (let i = 0; i < 100 && !await browser.run('return Boolean(albireo.sound.isReady)'); ++i) await new Promise(done => setTimeout(done, 100));
  check('sounds were made', await browser.run('return albireo.sound.voices.every(({ buffer }) => buffer.duration > 0) && albireo.sound.voices.length'), kVoices);
  await browser.run('albireo.step(-1200); albireo.setSpeed(3); albireo.toggle()');
  for (let i = 0; i < 100 && !await browser.run('return albireo.sound.sources.some(Boolean)'); ++i) await new Promise(done => setTimeout(done, 100));
  check('sounds are heard', await browser.run('return albireo.sound.sources.some(Boolean)'), true);
  // A browser without a sound device holds its clock: then only the first blocks are rendered, before the notes are made.
  const heard = 'return albireo.music.level > (albireo.sound.context.state === "running" ? 0.01 : 0)';
  for (let i = 0; i < 300 && !await browser.run(heard); ++i) await new Promise(done => setTimeout(done, 100));
  check('music is heard', await browser.run(heard), true);
  await browser.run('albireo.pause(); albireo.step(Infinity)');
  const deaths = await browser.run('return albireo.timeline.marks.filter(mark => mark.text.endsWith(" dies")).length');
  check('the timeline has the deaths', deaths, [0, 1].map(slot => Number(/= (\d+)/.exec(replay('dump', '--tick', String(verified.ticks), '--field', `ships[${slot}].deaths`, golden))[1]))
    .reduce((a, b) => a + b));

  // Another recording in place of this one: what cannot be played says why, and what can is verified.
  // The first comes while the picture of the present one is being prepared, which then must stop.
  await browser.run('albireo.screen.open(); albireo.open(new Uint8Array([65, 66, 67]), "letters.txt", true)');
  await new Promise(done => setTimeout(done, 1000));
  check('no picture without a recording', await browser.run('return albireo.screen.state'), 'closed');
  check('bytes that are no recording', await text('fault'), 'letters.txt: not a replay: the file does not begin with its signature');
  const other = fs.readFileSync(golden.replace('small', 'pause-and-continue'));
  await browser.run(`delete albireo.verifiedMs; const bytes = Uint8Array.from(atob('${other.toString('base64')}'), letter => letter.charCodeAt(0));
    albireo.open(bytes, 'other.replay', true)`);
  await settled();
  const after = JSON.parse(replay('--json', '--log-level', 'off', 'verify', golden.replace('small', 'pause-and-continue'))).files[0];
  check('another recording', await text('verdict'), `same: ${grouped(after.ticks)} ticks, ${grouped(after.digests)} digests`);
  check('it begins at its first tick or at the link', await browser.run('return albireo.tick <= albireo.about.last && !document.getElementById("viewer").hidden'), true);
  await browser.run(`location.hash = ''; location.reload()`);
  await new Promise(done => setTimeout(done, 300));
  await settled();

  const timing = JSON.parse(await browser.run(`
    const { first, last } = albireo.about, began = performance.now();
    albireo.jump(last); const seen = performance.now(); albireo.jump(first + 1); const back = performance.now();
    return JSON.stringify({ start: albireo.startMs, verify: albireo.verifiedMs, seek: seen - began, back: back - seen, ticks: last - first })`));
  console.log(`${name}: start ${timing.start.toFixed(0)} ms, verified in ${timing.verify.toFixed(0)} ms (${Math.round(timing.ticks / timing.verify * 1000)} ticks/s), ` +
    `seek to the end ${timing.seek.toFixed(0)} ms, back ${timing.back.toFixed(0)} ms`);
  await browser.run(`albireo.step(${kTick} - albireo.tick)`);
  await browser.still(path.join(folder, `${name}.png`));

  const changed = path.join(folder, 'changed.replay');
  execFileSync(doctor, [golden, '1234', changed]);
  await browser.go(`${pathToFileURL(pageOf(changed, `${name}-changed.html`))}`);
  await settled();
  const verdict = await text('verdict');
  check('a changed recording is named', verdict.replace(/ digest .*/, ''), 'differs within ticks 1201 to 1260:');
  const native = (() => { try { return replay('--json', '--log-level', 'off', 'verify', changed); } catch (error) { return error.stdout; } })();
  check('in the words of verify', verdict, JSON.parse(native).files[0].difference);
  await browser.run('document.getElementById("verdict").click()');
  check('a click on the verdict leads there', await browser.run('return albireo.tick'), 1260);
  await browser.still(path.join(folder, `${name}-changed.png`));
  check('errors in the console', browser.complaints.join('; '), '');
} finally {
  await browser.close();
}
if (failures === 0) console.log(`${name}: all as in the native program`);
process.exit(failures ? 1 : 0);
