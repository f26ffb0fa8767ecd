// Goal: the page is fast enough to be used. Each figure is the best of some tries, because other work on the machine only makes it worse:
// it is measured until it meets its bar, in at most kLoads loads of the page.
// node figures_test.mjs chromium|firefox ALBIREO_REPLAY GOLDEN.replay FOLDER
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { open } from './browser.mjs';

const [name, program, golden, folder] = process.argv.slice(2);
const kLoads = 5, kTries = 3;  // tries in each load of the page
const kSlice = 500;            // ticks
const kBars = { start: 2000, firstSeek: 500, laterSeek: 50, ticksPerSecond: 60000 };  // milliseconds, and ticks

fs.mkdirSync(folder, { recursive: true });
const html = path.join(folder, `${name}-figures.html`);
execFileSync(program, ['page', golden, '-o', html, '--replace'], { stdio: 'pipe' });
const least = (before, now) => now.map((each, i) => Math.min(each, before?.[i] ?? Infinity));
const isMet = figure => figure === 'ticksPerSecond' ? best[figure] >= kBars[figure] : best[figure] <= kBars[figure];
const best = {};
let seeks, slices;  // the best of each
const browser = await open(name, { width: 1280, height: 800 });
try {
  const wait = async body => {
    for (let i = 0; i < 1200; ++i, await new Promise(done => setTimeout(done, 50))) if (await browser.run(`return Boolean(${body})`)) return;
    throw new Error(`never so: ${body}`);
  };
  for (let load = 0; load < kLoads && !(load > 0 && Object.keys(kBars).every(isMet)); ++load) {
    await browser.go('about:blank');
    await browser.go(pathToFileURL(html));
    await wait('window.albireo?.startMs !== undefined');
    best.start = Math.min(best.start ?? Infinity, await browser.run('return albireo.startMs'));
    await browser.run(`window.bytes = Uint8Array.from(atob(document.getElementById('recording').textContent), letter => letter.charCodeAt(0));
      window.timed = act => { const began = performance.now(); act(); return performance.now() - began; };
      ++albireo.opened;  // the verifying of this page stops
      albireo.screen.close()`);
    for (let i = 0; i < kTries; ++i) {
      // As if just opened: nothing has been verified yet, so the seek plays five minutes.
      const tried = await browser.run(`const module = albireo.module, slices = [];
        module.open(bytes, false);
        const firstSeek = timed(() => module.seek(18000));
        module.open(bytes, false);
        for (let more = true; more;) slices.push(timed(() => { more = module.verify(${kSlice}); }));
        return { firstSeek, slices, ...module.verdict() }`);
      if (!tried.same || tried.ticks < 18000) throw new Error(`${golden} is too short, or differs`);
      best.firstSeek = Math.min(best.firstSeek ?? Infinity, tried.firstSeek);
      slices = least(slices, tried.slices);
      best.ticksPerSecond = tried.ticks / slices.reduce((a, b) => a + b) * 1000;
    }
    // Once the picture is there, a seek also plays the three seconds before its tick for it.
    await browser.run('albireo.screen.open()');
    await wait('albireo.screen.isReady');
    for (let i = 0; i < kTries; ++i) seeks = least(seeks, await browser.run('return [17995, 4000, 23000, 301, 12345].map(tick => timed(() => albireo.module.seek(tick)))'));
    best.laterSeek = Math.max(...seeks);
  }
} finally {
  await browser.close();
}
const missed = Object.keys(kBars).filter(figure => !isMet(figure));
for (const figure of Object.keys(kBars)) console.log(`${name}: ${figure} ${Math.round(best[figure])}, ${figure === 'ticksPerSecond' ? 'at least' : 'at most'} ${kBars[figure]}${isMet(figure) ? '' : ': MISSED'}`);
process.exit(missed.length > 0 ? 1 : 0);
