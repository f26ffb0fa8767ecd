// Goal: a link opens a running game in a browser, which watches it over a real server: from its first tick to its end, with every digest
// verified, back and live again, through a restart of the server; a wrong digest is shown, and a code of no game refused in words.
// node watch_test.mjs chromium|firefox PROGRAMS PLANTING_SERVER FOLDER: PROGRAMS is the folder of the programs; recordings, logs and
// stills are left in FOLDER.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { Scene, later } from './served.mjs';

const [name, programs, planting, folder] = process.argv.slice(2);
const scene = new Scene(name, programs, folder), check = scene.check.bind(scene);
const state = page => page.run('return albireo.watching.game.state()');
// The lowest quality, because the machine may have no GPU.
const lowest = page => page.run('document.getElementById("quality").value = "0"; document.getElementById("name").value = "Zoe"; albireo.take()');
const watch = (page, code) => page.run(`document.getElementById('code').value = '${code}'; document.getElementById('watch').click()`);
const kSize = name === 'firefox' ? { width: 500, height: 400 } : { width: 960, height: 600 };  // Firefox draws two large pictures a second
const kLive = 'const state = albireo.watching.state; return state.live && state.end - state.tick < 300';

// A server with its ports, and games of two bots on it.
let servers = 0;
async function serve(program, args, { address = '127.0.0.1', port: shards = 0, web = 0, key = 'key' } = {}) {
  const server = scene.start(program, ['--bind', address, '--port', `${shards}`, '--web', `${address}:${web}`, '--key', scene.file(key),
    '--levels', 'tests/session/levels', '--log-level', 'debug', ...args], `server-${++servers}.log`);
  const site = await scene.said(server, /at (http:\S+)/), port = await scene.said(server, /listening on \S+ port (\d+)/);
  const bot = (log, more) => scene.start('albireo-bot', ['--connect', `${address}:${port}`, '--name', log, ...more], `${log}.log`);
  return { server, site, port, bot };
}
async function create({ bot }, log, level) {
  const gold = bot(log, ['--create', '--level', level]);
  return { gold, code: await scene.said(gold, /code (\S{6})/), watch: await scene.said(gold, /spectators watch with the code (\S{9})/) };
}

const hasRedis = () => ['redis-server', 'redis-cli'].every(each => process.env.PATH.split(':').some(folder => fs.existsSync(path.join(folder, each))));
async function fleet(page) {
  const port = 20000 + process.pid % 20000;
  scene.start(execFileSync('sh', ['-c', 'command -v redis-server'], { encoding: 'utf8' }).trim(), ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, '--save', '', '--appendonly', 'no'], 'redis.log');
  const enter = async (address, web) => {
    const games = scene.file(`games-${address}`);
    fs.mkdirSync(games);
    const server = await serve('albireo-server', ['--record', games, '--directory', `redis://127.0.0.1:${port}`, '--public-address', address], { address, web, key: `key-${address}` });
    await scene.said(server.server, /(in the directory) at/);
    return server;
  };
  const here = await enter('127.0.0.1', 0), there = await enter('127.0.0.2', new URL(here.site).port);
  const game = await create(there, 'Ona', 'quiet');
  there.bot('Per', ['--join', game.code]);
  await page.go(`${here.site}?fleet`);
  await page.run(`location.hash = 'watch=${game.watch}'`);
  await page.until('the page of the other server', `return location.hostname === '127.0.0.2' && albireo.watching?.round === 1`);
  check('where the game is', await page.run('return location.origin'), new URL(there.site).origin);
  check('the code stays in the address', await page.run('return decodeURIComponent(location.hash)'), `#watch=${game.watch}`);
  await page.run('albireo.watching.leave()');
  await page.go(`${here.site}?fleet`);
  // After too many servers it says where the game is.
  await page.run(`location.hash = 'watch=${game.watch}&moves=8'`);
  await page.until('words for a game elsewhere', 'return /^The game is on another server: 127.0.0.2:/.test(document.getElementById("dialog-text").textContent)');
  await page.click('Menu');
}

await scene.run(async () => {
  const games = scene.file('games');
  const first = await serve('albireo-server', ['--record', games, ...Array(3).fill(['--campaign', 'short']).flat()]);
  const page = await scene.open(first.site, kSize);
  await lowest(page);

  // A game from its first tick to its end, by its link.
  const cut = await create(first, 'Ada', 'the_cut');
  await page.run(`location.hash = 'watch=${cut.watch}'`);
  await page.until('words while the game has not begun', 'return /Waiting for the game to begin/.test(document.getElementById("dialog").textContent)');
  const ben = first.bot('Ben', ['--join', cut.code]);
  await page.until('the game', 'return document.body.dataset.mode === "watching" && document.getElementById("dialog").hidden');
  await page.until('the picture', 'return albireo.screen.isReady');
  await page.until('five seconds', 'return albireo.watching.state.tick > 300');
  check('the players', await page.text('title'), 'The Cut (standard), Ada and Ben');
  check('live', /^live, \d+ s behind the players/.test(await page.text('behind')) || await page.text('behind'));
  check('the verdict so far', /^same so far: [\d ]+ ticks, \d+ digests$/.test(await page.text('verdict')) || await page.text('verdict'));
  check('it has been told who watches', /"?Zoe"? \(peer \d+\) watches/.test(first.server.log()));
  await page.browser.still(scene.file(`${name}-live.png`));
  // On a phone, upright and lying.
  for (const [width, height] of [[390, 844], [844, 390]]) {
    if (!page.browser.size) break;
    await page.browser.size(width, height, true);
    await later(500);
    await page.browser.still(scene.file(`${name}-phone-${width}.png`));
    check(`nothing is cut off at ${width}`, await page.run('const { right, bottom } = document.getElementById("viewer").getBoundingClientRect(); return right <= innerWidth && bottom <= innerHeight && document.getElementById("game").clientHeight > innerHeight / 3'));
  }
  await page.browser.size?.(kSize.width, kSize.height, false);
  await page.press('Home');
  check('not live', (await state(page)).live, false);
  check('at the beginning', await page.run('albireo.watching.jump(0); return albireo.watching.state.tick'), 0);
  await page.press(' ');
  const { tick } = await state(page);
  await later(300);
  check('a pause', (await state(page)).tick, tick);
  await page.press('ArrowRight');
  check('a tick further', (await state(page)).tick, tick + 1);
  await page.press('ArrowUp');
  check('ten seconds further, or live', (await state(page)).tick > tick + 120);
  await page.press('ArrowDown');
  check('and back', (await state(page)).tick <= tick + 1);
  await page.click('live');
  await page.until('live again', kLive);
  check('plays on', (await state(page)).paused, false);
  // A reload watches on.
  await page.run('albireo.isOld = true; location.reload()');
  await page.until('the game after a reload', `return !albireo.isOld && albireo.watching?.round > 0 && (() => { ${kLive} })()`);
  for (const player of [cut.gold, ben]) player.kill('SIGTERM');
  await page.until('the results', 'return document.getElementById("dialog-title").textContent === "The game has ended"');
  check('Ada is in the results', /Ada/.test(await page.text('dialog-text')));
  check('the verdict', /^same: [\d ]+ ticks, \d+ digests$/.test(await page.text('verdict')) || await page.text('verdict'));
  await page.browser.still(scene.file(`${name}-end.png`));
  const recording = fs.readdirSync(games).find(each => each.endsWith('.replay'));
  const verified = JSON.parse(execFileSync(path.join(programs, 'albireo-replay'), ['--json', '--log-level', 'off', 'verify', path.join(games, recording)], { encoding: 'utf8' })).files[0];
  const end = await state(page);
  check('as many ticks as the recording', end.verdict.ticks, verified.ticks);
  check('the digest over all', end.verdict.allRoots, verified.all_roots);
  await page.click('Look back');
  check('it can still be looked at', (await state(page)).tick < end.tick);
  await page.run('albireo.watching.leave()');
  check('the menu', await page.run('return document.body.dataset.mode'), 'menu');
  check('the link is gone from the address', await page.run('return location.hash'), '');

  // From the menu: refusals in words.
  const refused = async (code, button, pattern) => {
    await page.run(`document.getElementById('code').value = '${code}'; document.getElementById('${button}').click()`);
    await page.until('a refusal', 'return document.getElementById("dialog-title").textContent === "This game cannot be watched" && !document.getElementById("dialog").hidden');
    check(`words for ${code}`, pattern.test(await page.text('dialog-text')) || await page.text('dialog-text'));
    await page.click('Menu');
  };
  await refused('ACDE-FGHJ', 'watch', /^No game has this code/);
  await refused('acdefghj', 'join', /^No game has this code/);
  await refused('K7QF2M', 'watch', /^A watch code has eight letters or digits/);
  await page.browser.still(scene.file(`${name}-menu.png`));

  // The page of a player who waits for a friend has the link.
  const host = await scene.open(`${first.site}?host`);
  await host.run('document.getElementById("quality").value = "0"; document.getElementById("name").value = "Eva"; document.getElementById("host").click()');
  await host.until('the link', 'return /#watch=/.test(document.getElementById("dialog-text").textContent)');
  await host.browser.still(scene.file(`${name}-host.png`));
  await page.go(await host.run('return /http\\S+#watch=\\S+/.exec(document.getElementById("dialog-text").textContent)[0]'));
  await page.until('the game of the link', 'return /Waiting for the game to begin/.test(document.getElementById("dialog").textContent)');
  await page.click('Cancel');
  await host.run('albireo.friend.leave()');
  await scene.close(host);

  // A campaign: the next level, with the same code. Leo's machine is off before the level ends, so the next one waits for them, for about 15 s:
  // two bots would go on at once, before a page that draws slowly has shown that it waits.
  const campaign = await create(first, 'Kim', 'campaign');
  const leo = first.bot('Leo', ['--join', campaign.code]);
  await scene.said(first.server, new RegExp(`(${campaign.code}): the game begins`));
  leo.kill('SIGKILL');
  await watch(page, campaign.watch);
  await page.until('the end of the first level', 'return document.getElementById("dialog-title").textContent === "Cleared"');
  const [one] = await page.run('return albireo.watching.state.players');
  // Whoever looks back stays with this level, and asks again at its end.
  await page.click('Look back');
  await page.until('looking back', 'return !albireo.watching.isAsking && document.getElementById("notice").textContent === ""');
  check('the level that was seen', await page.run('return albireo.watching.round'), 1);
  await page.press('End');
  await page.until('the next level', 'return albireo.watching.round === 2 && albireo.screen.isReady');
  check('the results are gone', await page.run('return document.getElementById("dialog").hidden'));
  check('the score goes on', (await state(page)).players[0].score >= one.score && one.score > 0);
  await page.run('albireo.watching.leave()');

  // A server that is killed and comes back, on its ports: the page comes back to where the viewer was.
  const quiet = await create(first, 'Gus', 'quiet');
  first.bot('Hal', ['--join', quiet.code]);
  await watch(page, quiet.watch);
  await page.until('the second game', 'return albireo.watching.round === 1 && albireo.watching.state.end > 300');
  await page.run('albireo.watching.jump(120); albireo.watching.pause()');
  first.server.kill('SIGKILL');
  await first.server.ended;
  await page.until('words for a lost connection', 'return /The connection is lost/.test(document.getElementById("notice").textContent)');
  const paused = (await state(page)).tick;
  await serve('albireo-server', ['--record', games], { port: first.port, web: new URL(first.site).port });
  await page.until('the game after a restart', 'return albireo.watching.round === 2 && albireo.watching.state.stage === "watching"');
  check('where the viewer was', (await state(page)).tick, paused);
  check('still paused', (await state(page)).paused);
  // A gamepad, as the browser would show it.
  await page.run(`const pad = { mapping: 'standard', axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false })) };
    albireo.testPad = pad; navigator.getGamepads = () => [pad]; window.dispatchEvent(new Event('gamepadconnected'))`);
  const hold = async (button, what, until) => {
    await page.run(`albireo.testPad.buttons[${button}].pressed = true`);
    await page.until(`the pad's ${what}`, until);
    await page.run(`albireo.testPad.buttons[${button}].pressed = false`);
    await page.until('it is let go', `return !albireo.watching.pad.due.has(${button})`);
  };
  await hold(15, 'right', `return albireo.watching.state.tick > ${paused}`);
  await hold(13, 'down', `return albireo.watching.state.tick < ${paused}`);
  await hold(7, 'right trigger', 'return albireo.watching.state.speed === 1');
  await hold(6, 'left trigger', 'return albireo.watching.state.speed === 0');
  await hold(2, 'X', 'return albireo.watching.state.live');
  await hold(0, 'A', 'return albireo.watching.state.paused');
  await hold(9, 'menu button', 'return !albireo.watching.state.paused');
  const before = (await state(page)).end;
  await page.until('the game goes on', `return albireo.watching.state.end > ${before + 60}`);
  check('no difference', (await state(page)).verdict.same);

  // A server whose world is not that of the players: the digests that it records are wrong.
  const wrong = await serve(planting, ['--plant-desync', '300:ships[0].at.x']);
  const planted = await create(wrong, 'Ida', 'quiet');
  wrong.bot('Jan', ['--join', planted.code]);
  await page.go(`${wrong.site}?wrong`);
  await lowest(page);
  await watch(page, planted.watch);
  await page.until('the difference', 'return document.getElementById("verdict").className === "differs"');
  check('the ticks that differ', /^differs within ticks 241 to \d+: digest /.test(await page.text('verdict')) || await page.text('verdict'));
  await page.until('words for it', 'return document.getElementById("dialog-title").textContent === "A digest differs"');
  await page.click('Look back');
  await page.run('document.getElementById("verdict").click()');
  check('a click leads there', await page.run('return albireo.watching.state.tick === albireo.watching.state.verdict.wrongUntil'));
  await page.browser.still(scene.file(`${name}-differs.png`));

  // The server goes before the game is seen.
  wrong.server.kill('SIGKILL');
  await wrong.server.ended;
  await page.run('albireo.watching.leave()');
  await watch(page, planted.watch);
  await page.until('words for a server that is gone', 'return /server does not answer/.test(document.getElementById("dialog-text").textContent)');

  // A fleet: the game is on another server, whose page has the same port at another address.
  if (hasRedis()) await fleet(page);
});
