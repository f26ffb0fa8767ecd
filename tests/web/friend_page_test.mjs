// Goal: in a game with a friend nothing that happens to the page costs a tick: a picture that takes long to make, graphics that the
// browser takes away, a tab that nobody sees. And the ship follows keys, a finger and a gamepad.
// node friend_page_test.mjs chromium|firefox PROGRAMS FOLDER: PROGRAMS is the folder of the programs; logs and stills are left in FOLDER.
import path from 'node:path';
import { Scene, later } from './served.mjs';

const [name, programs, folder] = process.argv.slice(2);
const kSlowMs = 5000;  // of a picture; the friend would be told after 3 s
const kHiddenMs = 6000;
const scene = new Scene(name, programs, folder), check = scene.check.bind(scene);

await scene.run(async () => {
  const server = scene.start('albireo-server', ['--bind', '127.0.0.1', '--port', '0', '--web', '127.0.0.1:0', '--key', path.join(folder, 'key'), '--levels', 'tests/session/levels'], 'server.log');
  const site = await scene.said(server, /at (http:\S+)/), port = await scene.said(server, /listening on 127.0.0.1 ports (\d+)/);
  const bot = scene.start('albireo-bot', ['--connect', `127.0.0.1:${port}`, '--name', 'Nina', '--create', '--level', 'quiet'], 'bot.log');
  const page = await scene.open(`${site}#${await scene.said(bot, /code (\S{6})/)}`, { width: 480, height: 320 });
  const state = () => page.run('return albireo.friend.game.state()');
  // What the server says about the page's player since the game began.
  const faults = () => server.log().replace(/^[^]*the game begins/, '').split('\n').filter(line => /"Ada" (has sent no frames|cannot keep up|is absent)/.test(line)).join('; ');

  // A machine on which the picture takes long: it is there before the first tick.
  await page.run(`const { module } = albireo.screen, open = module.open;
    module.open = (...how) => { const fault = open.call(module, ...how), from = performance.now(); while (performance.now() < from + ${kSlowMs}); albireo.wasSlow = true; return fault; };
    const follow = albireo.friend.follow;
    albireo.friend.follow = function (state) { if (state.tick > 0) albireo.hadPicture ??= albireo.screen.isReady; return follow.call(this, state); };
    document.getElementById('quality').value = '0'; document.getElementById('name').value = 'Ada'; document.getElementById('join').click()`);
  await page.until('the game', 'return document.body.dataset.mode === "playing" && albireo.friend.state.tick > 120');
  check('the picture took long', await page.run('return albireo.wasSlow'));
  check('it is there from the first tick', await page.run('return albireo.hadPicture'));
  check('nobody has waited for it', faults(), '');
  await page.run('delete albireo.screen.module.open');

  // Keys, a finger, a gamepad: each steers, and stops when it is let go.
  const steers = async (what, key, direction, begin, end) => {
    const from = (await state())[key];
    await page.run(begin);
    await page.until(`the ship follows ${what}`, `return ${direction} * (albireo.friend.game.state().${key} - ${from}) >= 2`, 20);
    await page.run(end);
    await page.until(`the ship stops without ${what}`, 'const { x, y } = albireo.friend.game.state(); await new Promise(next => setTimeout(next, 300)); const now = albireo.friend.game.state(); return now.x === x && now.y === y', 20);
  };
  const key = (code, down) => `document.body.dispatchEvent(new KeyboardEvent('${down ? 'keydown' : 'keyup'}', { code: '${code}', bubbles: true, cancelable: true }));`;
  const touch = (type, x, y) => `document.getElementById('game').dispatchEvent(new PointerEvent('${type}', { pointerType: 'touch', pointerId: 9, clientX: ${x}, clientY: ${y}, bubbles: true }));`;
  await steers('a key', 'x', 1, key('ArrowRight', true), key('ArrowRight', false));
  await steers('a finger', 'y', 1, touch('pointerdown', 200, 200) + touch('pointermove', 200, 140), touch('pointerup', 200, 140));
  // As the browser would show it.
  await page.run(`albireo.testPad = { mapping: 'standard', axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false })) };
    navigator.getGamepads = () => [albireo.testPad]; window.dispatchEvent(new Event('gamepadconnected'))`);
  await steers('a stick', 'x', -1, 'albireo.testPad.axes[0] = -1', 'albireo.testPad.axes[0] = 0');
  await steers('a cross', 'y', -1, 'albireo.testPad.buttons[13].pressed = true', 'albireo.testPad.buttons[13].pressed = false');

  // The graphics are taken away: the game goes on, and the picture comes back.
  const hasPicture = `albireo.friend.draw(); const small = Object.assign(document.createElement('canvas'), { width: 64, height: 36 }), to = small.getContext('2d');
    to.drawImage(document.getElementById('game'), 0, 0, 64, 36); return new Set(to.getImageData(0, 0, 64, 36).data).size > 32`;
  await page.until('a picture', hasPicture);
  await page.run(`albireo.taken = document.getElementById('game').getContext('webgl2').getExtension('WEBGL_lose_context'); albireo.taken.loseContext()`);
  await page.until('words for it', 'return /has taken the graphics away/.test(document.getElementById("notice").textContent) || albireo.screen.state === "lost"');
  const lost = await state();
  await page.until('ticks without a picture', `return albireo.friend.game.state().confirmed > ${lost.confirmed + 120}`, 20);
  check('the picture is gone', await page.run('return albireo.screen.state'), 'lost');
  await page.run('albireo.taken.restoreContext()');
  await page.until('a picture again', `if (!albireo.screen.isReady) return false; ${hasPicture}`);
  await page.browser.still(scene.file(`${name}-restored.png`));

  // A tab that nobody sees goes on at full speed, without a picture.
  const beforeHidden = faults();  // a slow machine may have taken long to make the picture again
  await page.browser.hide();
  await page.until('a hidden page', 'return document.hidden', 20);
  await page.run('albireo.pictures = 0; const { screen } = albireo, draw = screen.draw; screen.draw = share => { ++albireo.pictures; draw.call(screen, share); }');
  const now = () => page.run('return { ...albireo.friend.game.state(), now: performance.now(), pictures: albireo.pictures }');
  const from = await now();
  await later(kHiddenMs);
  const to = await now(), rate = key => (to[key] - from[key]) / (to.now - from.now) * 1000;
  check('hardly any picture is drawn', to.pictures - from.pictures <= kHiddenMs / 500);  // Firefox draws one a second
  check('it goes on ticking', rate('tick') > 55 || rate('tick'));
  check('and follows the friend', rate('confirmed') > 55 || rate('confirmed'));
  await page.browser.show();
  await page.until('pictures again', `return !document.hidden && albireo.pictures > ${to.pictures + 1}`);

  const end = await state();
  check('nobody has waited', faults(), beforeHidden);
  check('the connection was never lost', end.rejoins, 0);
  check('no desync', end.desyncs, 0);
  check('the own ship was never corrected', end.ownCorrected, 0);
  await page.run('albireo.friend.leave()');
});
