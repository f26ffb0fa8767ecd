// node web/pack.mjs replay|play MODULE OUT.html: the replay page without a recording, from web/page and MODULE.js,
// MODULE.wasm; or the game's page, from web/play, parts of web/page and the levels that web/bake.cpp has written to
// build/web/baked. Lines of comments are left out. What is left to fill in on the replay page is @NAME@, @CORES@, @PARTIAL@, @RECORDING@, @SECONDNAME@ and @SECOND@
// (replays/page.cpp).
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';

const [kind, module, out] = process.argv.slice(2);
const kBytesMax = kind === 'replay' ? 1 << 20 : 2 << 20;
const here = path.dirname(new URL(import.meta.url).pathname);
const read = name => fs.readFileSync(path.join(here, name), 'utf8');
// Deflated, as letters: web/page/unpack.js is the other side.
function packed(given) {
  const bytes = zlib.deflateRawSync(given, { level: 9, memLevel: 9 }), padded = Buffer.concat([bytes, Buffer.alloc(3)]);
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    let number = padded.readUInt32BE(at), group = '';
    for (let i = 0; i < 5; ++i, number = Math.floor(number / 85)) group = String.fromCharCode(40 + number % 85) + group;
    text += group.slice(0, bytes.length - at + 1);
  }
  return text.replaceAll('<', '!').replaceAll('@', '#');
}
const wasm = fs.readFileSync(`${module}.wasm`);

// The file with these parts in their places.
function page(file, scripts, parts) {
  const script = scripts.map(read).join('\n').replace(/^ *\/\/.*\n/gm, '').replaceAll('@EVENTS@', () => JSON.stringify(events()));
  const all = { GLUE: packed(fs.readFileSync(`${module}.js`)), MODULE: packed(wasm), SCRIPT: packed(script), UNPACK: read('page/unpack.js'), ...parts };
  return read(file).replace(/@([A-Z]+)@/g, (whole, name) => all[name] ?? whole);
}

// The core that the module has.
async function core() {
  const albireo = await createRequire(import.meta.url)(path.resolve(`${module}.js`))({ wasmBinary: wasm });
  return { CORE: String(albireo._page_core()), DIGEST: albireo.UTF8ToString(albireo._page_core_digest()) };
}

// EventKind of sim/event.hpp as an object: enemyDied: 5, …
function events() {
  const list = /enum class EventKind[^{]*\{([^}]*)\}/.exec(read('../sim/event.hpp'))[1].replace(/\/\/.*/g, '');
  return Object.fromEntries(list.split(',').map(name => name.trim()).filter(Boolean)
    .map((name, i) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), i]));
}

async function replayPage() {
  const scripts = ['module.js', 'screen.js', 'view.js', 'beside.js', 'timeline.js', 'pad.js', 'inputs.js', 'sound.js', 'music.js', 'page.js'].map(name => `page/${name}`);
  return page('page/page.html', scripts, { ...await core(), STYLE: read('page/page.css') });
}

async function playPage() {
  const baked = 'build/web/baked', levels = JSON.parse(fs.readFileSync(`${baked}/levels.json`, 'utf8')), all = [];
  let at = 0;
  for (const level of levels) {
    level.bytes = {};
    for (const difficulty of ['calm', 'standard', 'storm']) {
      const bytes = fs.readFileSync(`${baked}/${level.name}.${difficulty}.level`);
      level.bytes[difficulty] = { at, size: bytes.length };
      at += bytes.length;
      all.push(bytes);
    }
  }
  const index = JSON.stringify(levels).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const scripts = ['page/module.js', 'page/screen.js', 'page/timeline.js', 'page/pad.js', 'page/sound.js', 'page/music.js', 'play/controls.js', 'play/kept.js', 'play/sockets.js', 'play/net.js', 'play/watch.js', 'play/play.js'];
  return page('play/play.html', scripts, { ...await core(), STYLE: read('play/play.css'), INDEX: index, LEVELS: packed(Buffer.concat(all)) });
}

const text = kind === 'replay' ? await replayPage() : await playPage();
const size = Buffer.byteLength(text);
if (size > kBytesMax) {
  console.error(`web/pack.mjs: the page has ${size} bytes, more than ${kBytesMax}`);
  process.exit(1);
}
fs.writeFileSync(`${out}.new`, text);
fs.renameSync(`${out}.new`, out);
console.log(`${path.relative(process.cwd(), out)}: ${size} bytes (module ${wasm.length}, packed ${packed(wasm).length})`);
