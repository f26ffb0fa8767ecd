// node web/pack.mjs MODULE OUT.html: the page without a recording, from web/page and MODULE.js, MODULE.wasm. What is left
// to fill in is @NAME@, @PARTIAL@ and @RECORDING@ (replays/replay_page.cpp).
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';

const kBytesMax = 1 << 20;
const [module, out] = process.argv.slice(2);
const here = path.dirname(new URL(import.meta.url).pathname);
const read = name => fs.readFileSync(path.join(here, 'page', name), 'utf8');

// EventKind of sim/event.hpp as an object: enemyDied: 5, …
const header = fs.readFileSync(path.join(here, '..', 'sim', 'event.hpp'), 'utf8');
const list = /enum class EventKind[^{]*\{([^}]*)\}/.exec(header)[1].replace(/\/\/.*/g, '');
const events = Object.fromEntries(list.split(',').map(name => name.trim()).filter(Boolean)
  .map((name, i) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), i]));

const wasm = fs.readFileSync(`${module}.wasm`);
const glue = fs.readFileSync(`${module}.js`, 'utf8');
const albireo = await createRequire(import.meta.url)(path.resolve(`${module}.js`))({ wasmBinary: wasm });
const parts = {
  CORE: String(albireo._page_core()),
  DIGEST: albireo.UTF8ToString(albireo._page_core_digest()),
  STYLE: read('page.css'),
  GLUE: glue.replaceAll('</script', '<\\/script'),
  MODULE: zlib.deflateRawSync(wasm, { level: 9 }).toString('base64'),
  SCRIPT: ['module.js', 'screen.js', 'view.js', 'timeline.js', 'pad.js', 'inputs.js', 'sound.js', 'page.js'].map(read).join('\n').replace('@EVENTS@', JSON.stringify(events)),
};
const page = read('page.html').replace(/@([A-Z]+)@/g, (whole, name) => parts[name] ?? whole);
const size = Buffer.byteLength(page);
if (size > kBytesMax) {
  console.error(`web/pack.mjs: the page has ${size} bytes, more than ${kBytesMax}`);
  process.exit(1);
}
fs.writeFileSync(`${out}.new`, page);
fs.renameSync(`${out}.new`, out);
console.log(`${path.relative(process.cwd(), out)}: ${size} bytes (module ${wasm.length}, packed ${parts.MODULE.length})`);
