// The module of a page as the page itself has it: its glue, its WebAssembly and web/page/module.js, run in node.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';

export async function moduleOf(page) {
  const html = fs.readFileSync(page, 'utf8');
  const packed = /<script type="text\/plain" id="module">([^<]*)<\/script>/.exec(html)[1];
  const glue = /<script id="glue">\n([^]*?)\n<\/script>\n<script type="text\/plain" id="module">/.exec(html)[1];
  const wasmBinary = zlib.inflateRawSync(Buffer.from(packed, 'base64'));
  const make = new Function('require', '__dirname', '__filename', `${glue}\nreturn AlbireoModule;`);
  const wasm = await make(createRequire(import.meta.url), path.dirname(page), page)({ wasmBinary });
  const source = fs.readFileSync(new URL('../../web/page/module.js', import.meta.url), 'utf8');
  const Module = new Function(`${source}\nreturn Module;`)();
  return new Module(wasm);
}
