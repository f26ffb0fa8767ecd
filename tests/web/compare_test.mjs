// Goal: the page of a range has its ticks only; the page of a desync opens at its tick with the fields of both sides, as
// `albireo-replay desync` has them; the page of two recordings plays both and names the first difference as `diff` does.
// node compare_test.mjs chromium|firefox ALBIREO_REPLAY DOCTOR BUNDLER GOLDEN.replay FOLDER: pages and stills are left in FOLDER.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { open } from './browser.mjs';

const [name, program, doctor, bundler, golden, folder] = process.argv.slice(2);
const kChanged = 1234;
let failures = 0;
const check = (what, is, wanted) => {
  if (is === wanted) return;
  console.log(`${name}: ${what}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
  ++failures;
};
const replay = (...words) => execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] });
const json = (...words) => JSON.parse(spawnSync(program, ['--json', '--log-level', 'off', ...words], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout);
const file = end => path.join(folder, `${name}-${end}`);
const pageOf = (end, ...words) => {
  replay('page', ...words, '-o', file(end), '--replace');
  return pathToFileURL(file(end));
};
const rootOf = (recording, tick) => new RegExp(`^${tick} ([0-9a-f]{16})$`, 'm').exec(replay('digest', '--every', '1', recording))[1];

fs.mkdirSync(folder, { recursive: true });
const bundle = file('case.desync'), changed = file('changed.replay');
execFileSync(bundler, [bundle]);
execFileSync(doctor, [golden, kChanged, changed]);
const browser = await open(name, { width: 1280, height: 800 });
try {
  const until = async (what, body) => {
    for (let i = 0; i < 600; ++i, await new Promise(done => setTimeout(done, 100))) if (await browser.run(`return Boolean(${body})`)) return;
    check(what, await browser.run('return document.body.innerText.slice(0, 500)'), body);
  };
  const settled = () => until('verified', 'window.albireo?.verifiedMs !== undefined');
  const text = id => browser.run(`return document.getElementById('${id}').textContent`);
  const rows = () => browser.run(`return [...document.querySelectorAll('#lines tr')].map(row => [row.firstChild.title, ...[...row.children].slice(1, 3).map(each => each.textContent)].join(' '))`);

  await browser.go(pageOf('range.html', golden, '--range', '600..1200'));
  await settled();
  check('the verdict of a range', await text('verdict'), 'same: 600 ticks, 10 digests');
  check('its ticks', await browser.run('return `${albireo.first} ${albireo.tick} ${albireo.last}`'), '600 600 1200');
  check('a world in it', await browser.run('albireo.step(100); return albireo.module.panel().root'), rootOf(golden, 700));
  check('nothing before it', await browser.run('albireo.step(-Infinity); return albireo.tick'), 600);

  const desync = json('desync', bundle);
  await browser.go(pageOf('desync.html', bundle));
  await settled();
  check('a desync is named', await text('finding'), desync.finding);
  check('the page opens at its tick', await browser.run('return albireo.tick'), 75);
  const wanted = desync.fields.fields.map(({ path, a, b }) => `${path} ${a} ${b}`);
  check('the fields that differ', (await rows()).join('\n'), wanted.join('\n'));
  check('there are some', wanted.length > 0, true);
  check('the columns', await browser.run(`return [...document.querySelectorAll('#sides th')].map(each => each.textContent).join(' ')`), ' server client');
  check('who they are', /^server: here; this page reproduces its tick · client: there; this page does not reproduce its tick · .* move_ships · the search gives the same result here$/.test(await text('sides-about')), true);
  await browser.still(file('desync.png'));
  await browser.run('document.getElementById("differing").click(); albireo.choose("ships[0]")');
  check('all fields of a ship', (await rows()).length > wanted.length, true);
  check('with those that differ', (await rows()).filter(row => wanted.includes(row)).join('\n'), wanted.filter(row => row.startsWith('ships[0]')).join('\n'));
  await browser.run('albireo.step(-5)');
  check('at another tick, the fields of the game', await browser.run(`return document.querySelectorAll('#sides th').length`), 0);
  await browser.run('document.getElementById("finding").click()');
  check('a click leads back', await browser.run('return albireo.tick'), 75);

  const diff = spawnSync(program, ['diff', golden, changed], { encoding: 'utf8' }).stderr;
  const place = /^worlds differ first at (tick (\d+).*)$/m.exec(diff), inputs = /^inputs differ first at (tick \d+) .*:\n  (.*): (.*)$/m.exec(diff);
  await browser.go(pageOf('pair.html', golden, changed));
  await settled();
  check('the first difference', await text('finding'), `first difference: ${place[1]}; inputs differ first at ${inputs[1]}: ${inputs[2]} ${inputs[3]}`);
  check('the second is not as recorded', (await text('verdict')).startsWith(`${path.basename(changed)}: differs within ticks 1201 to 1260: `), true);
  await until('both pictures', 'albireo.screen.isReady && albireo.beside.screen.isReady');
  const halves = () => browser.run(`const still = albireo.still(), half = still.width / 2, pen = still.getContext('2d');
    const [a, b] = [0, half].map(x => pen.getImageData(x, 0, half, still.height).data);
    let sum = 0, light = 0; for (let i = 0; i < a.length; ++i) { sum += Math.abs(a[i] - b[i]); light += a[i] % 255; } return light > 0 ? sum : -1`);
  await browser.run(`albireo.step(1000 - albireo.tick); albireo.choose('')`);
  check('before it, both pictures are the same', await halves(), 0);
  check('and no field differs', (await rows()).length, 0);
  await browser.run('document.getElementById("finding").click()');
  check('a click leads to it', await browser.run('return albireo.tick'), Number(place[2]));
  check('where its field differs', (await rows()).some(row => row.startsWith(`${/: (\S+) /.exec(place[1])[1]} `)), true);
  await browser.run('albireo.step(500)');
  const at = Number(place[2]) + 500;
  for (const [what, of, recording] of [['first', 'albireo.module', golden], ['second', 'albireo.beside.module', changed]]) {
    check(`the ${what} world after a seek`, await browser.run(`return ${of}.panel().root`), rootOf(recording, at));
  }
  check('then the pictures differ', await halves() > 0, true);
  await browser.still(file('pair.png'));
  await browser.run('albireo.setSpeed(8); albireo.toggle()');
  await until('it plays', `albireo.tick > ${at + 60}`);
  check('one clock for both', await browser.run('albireo.pause(); return [albireo.module, albireo.beside.module].every(each => each.panel().tick === albireo.tick)'), true);
  check('a recording that is dropped replaces both', await browser.run(`albireo.open(Uint8Array.from(atob(document.getElementById('recording').textContent), letter => letter.charCodeAt(0)), 'a', false);
    return [document.getElementById('second').hidden, document.getElementById('finding').hidden, albireo.beside].join()`), 'true,true,');
  check('errors in the console', browser.complaints.join('; '), '');
} finally {
  await browser.close();
}
if (failures === 0) console.log(`${name}: ranges, desyncs and pairs as in the native program`);
process.exit(failures ? 1 : 0);
