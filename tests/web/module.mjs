// The module of a page as the page itself has it: its glue, its WebAssembly and web/page/module.js, run in node.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';

const source = name => fs.readFileSync(new URL(`../../web/page/${name}`, import.meta.url), 'utf8');

export async function moduleOf(page) {
  const html = fs.readFileSync(page, 'utf8');
  const letters = id => new RegExp(`<script type="text/plain" id="${id}">([^<]*)</script>`).exec(html)[1];
  const bytesOf = new Function(`${source('unpack.js').replace(/^run\([^]*/m, '')}\nreturn bytesOf;`)();
  const unpack = id => zlib.inflateRawSync(bytesOf(letters(id)));
  const glue = unpack('glue').toString(), wasmBinary = unpack('module');
  const make = new Function('require', '__dirname', '__filename', `${glue}\nreturn AlbireoModule;`);
  const wasm = await make(createRequire(import.meta.url), path.dirname(page), page)({ wasmBinary });
  const Module = new Function(`${source('module.js')}\nreturn Module;`)();
  return new Module(wasm);
}
