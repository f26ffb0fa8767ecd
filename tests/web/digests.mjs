// Goal: the page's module plays every recording to the digests that the native program has, for every tick.
// node digests.mjs PAGE.html ALBIREO_REPLAY FILES.replay...: a line for each; exit code 1 if one differs.
import fs from 'node:fs';
import { execFileSync } from 'node:child_process';
import { moduleOf } from './module.mjs';

const [page, program, ...files] = process.argv.slice(2);
const module = await moduleOf(page);
const native = JSON.parse(execFileSync(program, ['--json', '--log-level', 'off', 'verify', ...files], { maxBuffer: 1 << 26 }));
let failures = 0, ticks = 0, seconds = 0;  // of the processor: other work on the machine does not count
for (const entry of native.files) {
  const fail = what => { console.log(`differs  ${entry.file}: ${what}`); ++failures; };
  const fault = module.open(fs.readFileSync(entry.file), false);
  if (fault) { fail(fault); continue; }
  const began = process.cpuUsage();
  while (module.verify(10000));
  const took = process.cpuUsage(began);
  seconds += (took.user + took.system) / 1e6;
  const verdict = module.verdict();
  ticks += verdict.ticks;
  if (!verdict.same) fail(verdict.text);
  else if (verdict.allRoots !== entry.all_roots) fail(`${verdict.allRoots} over all, native ${entry.all_roots}`);
  else if (verdict.root !== entry.root || verdict.ticks !== entry.ticks) fail(`ends with ${verdict.root} after ${verdict.ticks} ticks`);
  else if (verdict.digests !== entry.digests) fail(`${verdict.digests} digests, native ${entry.digests}`);
  else console.log(`same     ${entry.file}: ${verdict.text}, ${verdict.allRoots} over all`);
}
console.log(`${native.files.length} recordings, ${ticks} ticks, ${Math.round(ticks / seconds)} ticks a second of the processor`);
if (native.files.length === 0) { console.log('no recordings'); ++failures; }
process.exit(failures ? 1 : 0);
