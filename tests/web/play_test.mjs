// Goal: the game's page plays a whole game in a real browser, from the menu to its results: keys, a finger, a pause, settings
// that are kept, and recordings that the native program verifies.
// node play_test.mjs chromium|firefox ALBIREO_REPLAY FOLDER: recordings and stills are left in FOLDER.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { open } from './browser.mjs';

const [name, program, folder] = process.argv.slice(2);
let failures = 0;
const check = (what, is, wanted = true) => {
  if (is === wanted) return;
  console.log(`${name}: ${what}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
  ++failures;
};
const later = ms => new Promise(done => setTimeout(done, ms));

fs.mkdirSync(folder, { recursive: true });
const browser = await open(name, { width: 960, height: 640 });
try {
  const run = body => browser.run(body);
  const mode = () => run('return document.body.dataset.mode');
  const until = async (what, body, seconds = 60) => {
    for (let i = 0; i < 10 * seconds; ++i) {
      if (await run(body)) return;
      await later(100);
    }
    throw new Error(`${what}: not within ${seconds} s; the page says: ${await run('return document.body?.innerText.slice(0, 400)')}`);
  };
  const state = () => run('return albireo.game.state()');
  const key = (code, down) => run(`document.body.dispatchEvent(new KeyboardEvent('${down ? 'keydown' : 'keyup'}', { code: '${code}', bubbles: true, cancelable: true }))`);
  const text = id => run(`return document.getElementById('${id}').textContent`);
  const click = label => run(`[...document.querySelectorAll('button')].find(each => each.textContent === '${label}' && each.offsetParent).click()`);
  // The native program's word on the recording, and its facts.
  const verified = async file => {
    const recording = path.join(folder, `${name}-${file}.replay`);
    fs.writeFileSync(recording, Buffer.from(await run('return btoa([...albireo.game.recording()].map(byte => String.fromCharCode(byte)).join(""))'), 'base64'));
    const said = execFileSync(program, ['--json', '--log-level', 'off', 'verify', '--partial', recording], { encoding: 'utf8' });
    return { ...JSON.parse(said).files[0], recording };
  };

  await browser.go(pathToFileURL('build/web/play.html'));
  await until('the menu', 'return document.body?.dataset.mode === "menu"');
  check('levels', await run('return [...document.querySelectorAll("#levels button")].map(each => each.textContent).join()'),
    'Tutorial,The Cut,Shelf Sea,The Hive,Boss Rush,The Long Way');
  await browser.still(path.join(folder, `${name}-menu.png`));

  // With a bot, through the menu; the lowest quality, because the machine may have no GPU.
  await click('The Cut');
  await run('for (const [id, value] of [["quality", "0"], ["partner", "6"], ["difficulty", "calm"], ["name", "Ada"]]) document.getElementById(id).value = value');
  await click('Play');
  await until('the game', 'return document.body.dataset.mode === "playing"');
  await until('the first tick', 'return albireo.game.state().tick > 0');
  const [ada, bot] = (await state()).players;
  check('the names', `${ada.name}, ${bot.name}`, 'Ada, Bot');
  // Right and up, held down.
  const place = () => run('return [albireo.game.state().x, albireo.game.state().y]');
  const before = await place();
  await key('ArrowRight', true);
  await key('Space', true);
  await later(600);
  check('the ship flies to the right', (await place())[0] > before[0] + 1);
  await key('ArrowRight', false);
  // A finger.
  const high = (await place())[1];
  const touch = (type, x, y) => run(`document.getElementById('game').dispatchEvent(new PointerEvent('${type}', { pointerType: 'touch', pointerId: 9, clientX: ${x}, clientY: ${y}, bubbles: true }))`);
  await touch('pointerdown', 200, 400);
  await touch('pointermove', 200, 330);
  await later(600);
  await touch('pointerup', 200, 330);
  check('the ship follows a finger', (await place())[1] > high + 1);
  await browser.still(path.join(folder, `${name}-play.png`));

  await until('music', 'return albireo.music.level > (albireo.sound.context.state === "running" ? 0.01 : 0)', 30);

  // A pause stops the world; the page pauses by itself when it is left.
  await key('KeyP', true);
  check('paused', await mode(), 'paused');
  const still = (await state()).tick;
  await later(300);
  check('no tick in a pause', (await state()).tick, still);
  const inPause = await verified('pause');
  check('the recording of the pause verifies', inPause.same);
  check('and has every tick', inPause.ticks, still);
  await click('Resume');
  check('resumed', await mode(), 'playing');
  await until('ticks after the pause', `return albireo.game.state().tick > ${still}`);
  await run('window.dispatchEvent(new Event("blur"))');
  check('paused when the page is left', await mode(), 'paused');

  // A game to its end: nobody steers, and nobody helps.
  await click('Menu');
  check('the menu again', await mode(), 'menu');
  await run('for (const [id, value] of [["partner", "-1"], ["difficulty", "storm"]]) document.getElementById(id).value = value');
  await click('Play');
  await until('the second game', 'return document.body.dataset.mode === "playing"');
  // As fast as the machine can, but by the page's own loop.
  await run('const play = albireo.game.play; albireo.game.play = ticks => play.call(albireo.game, ticks > 0 ? 240 : 0)');
  await until('"continue?" or the end', 'return !document.getElementById("dialog").hidden', 180);
  check('what it asks', ['Continue?', 'Game over'].includes(await text('dialog-title')));
  await until('the end', 'return document.body.dataset.mode === "ended"', 180);
  check('the end', await text('dialog-title'), 'Game over');
  check('the results', /Ada/.test(await text('dialog-text')));
  const ended = await verified('end');
  check('the recording of the game verifies', ended.same);
  check('and is complete', JSON.parse(execFileSync(program, ['--json', '--log-level', 'off', 'info', ended.recording], { encoding: 'utf8' })).damage ?? '', '');
  await browser.still(path.join(folder, `${name}-end.png`));

  // The choices and the recordings are there after a reload.
  await browser.go(pathToFileURL('build/web/play.html'));
  await until('the menu after a reload', 'return document.body?.dataset.mode === "menu"');
  check('the choices are kept', await run('return `${document.getElementById("name").value} ${document.getElementById("difficulty").value}`'), 'Ada storm');
  await until('the kept recordings', 'return document.querySelectorAll("#recordings li").length === 1', 10);
} catch (error) {
  console.log(`${name}: ${error.stack}`);
  ++failures;
} finally {
  await browser.close();
}
process.exit(failures > 0 ? 1 : 0);
