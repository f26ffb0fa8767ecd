// Goal: the page draws what the game draws: of a moment in each level and in each tier, the picture in the page differs from
// the native one by no more than kLeast allows, and from a moment later by more.
// node pictures_test.mjs chromium|firefox ALBIREO_REPLAY ALBIREO_SHOT FOLDER: the pictures that differ are left in FOLDER.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { open } from './browser.mjs';

const [name, replay, shot, folder] = process.argv.slice(2);
const kLeast = 50;  // dB
const kWidth = 480, kHeight = 270;
const kTiers = ['low', 'medium', 'high'];
const kMoments = [
  ['coop-storm', 2890, 'medium'], ['coop-storm', 2890, 'low'], ['coop-storm', 2890, 'high'], ['coop-storm', 1502, 'medium'],
  ['sea-standard', 2400, 'medium'], ['hive-standard', 3000, 'medium'], ['endless-storm', 2000, 'medium'],
  ['boss-rush', 1500, 'medium'], ['tutorial', 600, 'low'],
];
let failures = 0;
const check = (what, isSo) => {
  if (isSo) return;
  console.log(`${name}: ${what}`);
  ++failures;
};

// The mean of the squares over red, green and blue, as a ratio to the brightest.
function psnr(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; ++i) if (i % 4 !== 3) sum += (a[i] - b[i]) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / (a.length / 4 * 3)));
}

fs.mkdirSync(folder, { recursive: true });
function native(recording, tick, tier) {
  const file = path.join(folder, 'native.raw');
  execFileSync(shot, ['--replay', recording, '--ticks', tick, '--quality', tier, '--size', `${kWidth}x${kHeight}`, '--raw', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  return fs.readFileSync(file);
}

const browser = await open(name, { width: 1280, height: 800 });
try {
  const html = path.join(folder, `${name}-picture.html`);
  execFileSync(replay, ['page', 'replays/golden/small.replay', '-o', html, '--replace'], { stdio: 'ignore' });
  await browser.go(pathToFileURL(html));
  const ready = async () => {
    for (let i = 0; i < 600; ++i) {
      const state = await browser.run('const page = window.wrappedJSObject?.albireo ?? window.albireo; return page?.screen.state');
      if (state === 'ready') return;
      if (state === 'failed') throw new Error(await browser.run('return document.getElementById("notice").textContent'));
      await new Promise(done => setTimeout(done, 100));
    }
    throw new Error('the picture was not ready within a minute');
  };
  await ready();
  console.log(`${name}: ${await browser.run('return albireo.screen.module.describe()')}`);
  await browser.run(`document.getElementById('picture').style.width = '${kWidth}px'`);
  let shown = 'small';
  for (const [recording, tick, tier] of kMoments) {
    const file = `replays/golden/${recording}.replay`;
    if (recording !== shown) {
      await browser.run(`const bytes = Uint8Array.from(atob('${fs.readFileSync(file, 'base64')}'), letter => letter.charCodeAt(0));
        albireo.open(bytes, '${recording}', true)`);
      await ready();
    }
    shown = recording;
    await browser.run(`if (albireo.screen.tier !== ${kTiers.indexOf(tier)}) albireo.screen.choose(${kTiers.indexOf(tier)})`);
    await ready();
    // As the native program does it: every tick from the first on, and a picture of the last alone.
    const pixels = Buffer.from(await browser.run(`
      document.getElementById('path').value = '';
      albireo.module.seek(albireo.about.last);  // and back: the exposure does not remember an earlier picture
      albireo.module.seek(albireo.about.first);
      albireo.module.play(${tick});
      const still = albireo.still(), data = still.getContext('2d').getImageData(0, 0, still.width, still.height).data;
      let text = '';
      for (let i = 0; i < data.length; i += 4096) text += String.fromCharCode(...data.subarray(i, i + 4096));
      return btoa(text)`), 'base64');
    const same = native(file, tick, tier), later = native(file, tick + 4, tier);
    const what = `${recording}, tick ${tick}, ${tier}`;
    if (pixels.length !== same.length) {
      check(`${what}: ${pixels.length} bytes, native ${same.length}`, false);
      continue;
    }
    const here = psnr(pixels, same), there = psnr(pixels, later);
    console.log(`${name}: ${what}: ${here.toFixed(1)} dB, ${there.toFixed(1)} dB from four ticks later`);
    check(`${what}: less than ${kLeast} dB`, here >= kLeast);
    check(`${what}: a moment later would do as well`, there < kLeast);
    if (here < kLeast) fs.writeFileSync(path.join(folder, `${name}-${recording}-${tick}-${tier}.rgba`), pixels);
  }
  check('errors of WebGL', await browser.run('return albireo.screen.module.faults()') === 0);
  check(`errors in the console: ${browser.complaints.join('; ')}`, browser.complaints.length === 0);
} finally {
  await browser.close();
}
if (failures === 0) console.log(`${name}: all pictures as in the native program`);
process.exit(failures ? 1 : 0);
