// Goal: a friend opens a link and plays: a browser with a native bot, and two browsers with each other, over a real server. Both
// sides end with the same digest, the recording verifies, a reload comes back into its seat, and every refusal has words.
// node friend_test.mjs chromium|firefox PROGRAMS FOLDER: PROGRAMS is the folder of the programs; recordings, logs and stills are
// left in FOLDER.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { Scene, later } from './served.mjs';

const [name, programs, folder] = process.argv.slice(2);
const scene = new Scene(name, programs, folder), check = scene.check.bind(scene);
const state = page => page.run('return albireo.friend.game.state()');
// The lowest quality, because the machine may have no GPU.
const join = (page, player) => page.run(`document.getElementById('quality').value = '0'; document.getElementById('name').value = '${player}'; document.getElementById('join').click()`);
const key = (page, code, down) => page.run(`document.body.dispatchEvent(new KeyboardEvent('${down ? 'keydown' : 'keyup'}', { code: '${code}', bubbles: true, cancelable: true }))`);
const kPlays = 'return albireo.friend.state?.stage === "playing" && albireo.friend.state.tick > 60';

await scene.run(async () => {
  const games = path.join(folder, 'games');
  const server = scene.start('albireo-server', ['--bind', '127.0.0.1', '--port', '0', '--web', '127.0.0.1:0', '--record', games, '--key', path.join(folder, 'key'),
    '--levels', 'tests/session/levels', '--log-level', 'debug'], 'server.log');
  const site = await scene.said(server, /at (http:\S+)/), port = await scene.said(server, /listening on 127.0.0.1 port (\d+)/);
  const bot = (args, log) => scene.start('albireo-bot', ['--connect', `127.0.0.1:${port}`, '--name', 'Nina', ...args, '--report-json', path.join(folder, `${log}.json`)], `${log}.log`);
  const report = log => JSON.parse(fs.readFileSync(path.join(folder, `${log}.json`), 'utf8'));

  // A browser with a native bot, to the end of a short level.
  const first = bot(['--create', '--level', 'short'], 'bot');
  const code = await scene.said(first, /code (\S{6})/);
  const ada = await scene.open(`${site}#${code}`);
  check('the code of the link is entered', await ada.run('return document.getElementById("code").value'), code);
  await join(ada, 'Ada');
  await ada.until('the game', 'return albireo.friend.state?.stage === "playing"');
  await key(ada, 'ArrowRight', true);
  await ada.until('the ship flies', 'return albireo.friend.state.tick > 240');
  await ada.browser.still(path.join(folder, `${name}-play.png`));
  await ada.until('the results', 'return document.body.dataset.mode === "ended"');
  await ada.browser.still(path.join(folder, `${name}-results.png`));
  const end = await ada.run('return albireo.friend.final');
  check('the level is cleared', end.cleared);
  check('Nina is in the results', end.players.some(each => each.name === 'Nina'));
  await first.ended;
  const nina = report('bot');
  check('both ends have the same digest', end.finalDigest, nina.final_digest);
  check('no desync', end.desyncs, 0);
  check('the own ship was never corrected', end.ownCorrected, 0);
  check('the seat is forgotten', await ada.run('return sessionStorage.getItem("albireo-seat")'), null);

  // Refusals in words.
  const refused = async (wanted, pattern) => {
    await ada.go(`${site}?${Math.random()}#${wanted}`);
    await join(ada, 'Ada');
    await ada.until('a refusal', 'return !document.getElementById("dialog").hidden && document.getElementById("dialog-title").textContent === "No game"');
    const text = await ada.run('return document.getElementById("dialog-text").textContent');
    check(`words for ${wanted}`, pattern.test(text) || text);
  };
  await refused('ABCDEF', /no game has this code/i);

  // Two browsers: one opens a game, the other one follows its link. Nobody steers, so it is calm: the ships must last until the end.
  await ada.go(`${site}?two`);
  await ada.run('document.getElementById("quality").value = "0"; document.getElementById("name").value = "Ada"; document.getElementById("difficulty").value = albireo.settings.difficulty = "calm"; albireo.settings.level = "the_cut"; document.getElementById("host").click()');
  await ada.until('the link', 'return /#\\w{6}/.test(document.getElementById("dialog-text").textContent)');
  const link = await ada.run('return /http\\S+/.exec(document.getElementById("dialog-text").textContent)[0]');
  const ben = await scene.open(link);
  await join(ben, 'Ben');
  await ada.until('the game of two', kPlays);
  await ben.until('the game of two', kPlays);
  check('Ada sees Ben', (await state(ada)).partner, 'Ben');
  check('Ben sees Ada', (await state(ben)).partner, 'Ada');
  // A third one.
  const full = scene.start('albireo-bot', ['--connect', `127.0.0.1:${port}`, '--join', link.slice(-6), '--name', 'Cem'], 'third.log');
  await full.ended;
  check('a third player is refused', /already has all its players/.test(full.log()) || full.log());
  // A pause is for both.
  await key(ada, 'KeyP', true);
  await ada.until('the pause', 'return document.body.dataset.mode === "paused"');
  await ben.until('the pause at the friend', 'return document.body.dataset.mode === "paused"');
  await ada.run('[...document.querySelectorAll("#dialog button")].find(each => each.textContent === "Resume").click()');
  await ben.until('the game after the pause', 'return document.body.dataset.mode === "playing"');

  // A reload comes back into its seat.
  const before = await state(ben);
  await ben.run('location.reload()');
  await later(500);
  await ben.until('the game after a reload', 'return albireo.friend?.state?.stage === "playing"');
  const after = await state(ben);
  check('the seat is the same', after.slot, before.slot);
  check('the game went on', after.tick > before.tick);
  await ben.until('the worlds go on', `return albireo.friend.game.state().confirmed > ${after.tick}`);
  const [one, two] = [await state(ada), await state(ben)];
  check('no desync after the reload', one.desyncs + two.desyncs, 0);

  // Leaving.
  await ben.run('albireo.friend.leave()');
  check('the results of Ben', await ben.run('return document.getElementById("dialog-title").textContent'), 'You left the game');
  await ada.until('Ada is told', 'return /Ben has left/.test(document.getElementById("notice").textContent)', 20);
  await ada.run('albireo.friend.leave()');
  await later(1500);

  // The server goes.
  server.kill('SIGTERM');
  await server.ended;
  await ben.run('albireo.friend.drop(); albireo.showMenu(); document.getElementById("code").value = "K7QF2M"; document.getElementById("join").click()');
  await ben.until('words for a server that is gone', 'return /does not answer/.test(document.getElementById("dialog-text").textContent)');

  const recordings = fs.readdirSync(games).filter(each => each.endsWith('.replay'));
  check('two games are recorded', recordings.length, 2);
  for (const each of recordings) {
    const verified = JSON.parse(execFileSync(path.join(programs, 'albireo-replay'), ['--json', '--log-level', 'off', 'verify', '--partial', path.join(games, each)], { encoding: 'utf8' })).files[0];
    check(`${each} verifies`, verified.same);
  }
});
