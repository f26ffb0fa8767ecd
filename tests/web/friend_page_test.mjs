// Goal: in a game with a friend nothing that happens to the page costs a tick: a picture that takes long to make, a slow machine, graphics
// that the browser takes away, a tab that nobody sees. The ship follows keys, a finger and a gamepad. And a page that cannot make its picture
// or its sounds, or for which the game ends before it has, does not get stuck.
// node friend_page_test.mjs chromium|firefox PROGRAMS FOLDER: PROGRAMS is the folder of the programs; logs and stills are left in FOLDER.
import path from 'node:path';
import { Scene, later } from './served.mjs';

const [name, programs, folder] = process.argv.slice(2);
const kSlowMs = 5000;  // of a picture; the friend would be told after 3 s
const kHiddenMs = 6000;
const kHiddenRate = 20;  // ticks a second: a browser's timers would give a hidden page one call a second, of at most 8 ticks
const scene = new Scene(name, programs, folder), check = scene.check.bind(scene);

await scene.run(async () => {
  const server = scene.start('albireo-server', ['--bind', '127.0.0.1', '--port', '0', '--web', '127.0.0.1:0', '--key', path.join(folder, 'key'), '--levels', 'tests/session/levels', '--campaign', 'short', '--campaign', 'quiet'], 'server.log');
  const site = await scene.said(server, /at (http:\S+)/), port = await scene.said(server, /listening on 127.0.0.1 port (\d+)/);
  // A game that a bot has opened: the page for it.
  const opened = async level => {
    const bot = scene.start('albireo-bot', ['--connect', `127.0.0.1:${port}`, '--name', 'Nina', '--create', '--level', level], `${level}.log`);
    return `${site}?${level}#${await scene.said(bot, /code (\S{6})/)}`;
  };
  const page = await scene.open(await opened('campaign'), { width: 480, height: 320 });
  const join = "document.getElementById('quality').value = '0'; document.getElementById('name').value = 'Ada'; document.getElementById('join').click()";
  const state = () => page.run('return albireo.friend.game.state()');
  // What the server says about the page's player since the game began.
  const faults = () => server.log().replace(/^[^]*the game begins/, '').split('\n').filter(line => /"Ada" (has sent no frames|cannot keep up|is absent)/.test(line)).join('; ');

  // A machine on which the picture takes long: it is there before the first tick.
  await page.run(`const { module } = albireo.screen, open = module.open;
    module.open = (...how) => { const fault = open.call(module, ...how), from = performance.now(); while (performance.now() < from + ${kSlowMs}); albireo.wasSlow = true; return fault; };
    const follow = albireo.friend.follow, text = document.getElementById('dialog-text');
    albireo.hadPicture = {};
    albireo.hadSound = {};
    albireo.friend.follow = function (state) {
      if (state.tick > 0) {
        albireo.hadPicture[state.round] ??= albireo.screen.isReady;
        albireo.hadSound[state.round] ??= albireo.sound.isReady;
      }
      const answer = follow.call(this, state);
      if (state.stage === 'waiting') albireo.wasTold ??= text.textContent;
      return answer;
    };
    ${join}`);
  await page.until('the game', 'return document.body.dataset.mode === "playing" && albireo.friend.state.tick > 120');
  check('the picture took long', await page.run('return albireo.wasSlow'));
  check('the player was told', await page.run('return albireo.wasTold'), 'Preparing the level …');
  check('it is there from the first tick', await page.run('return albireo.hadPicture[1]'));
  check('nobody has waited for it', faults(), '');
  await page.run('delete albireo.screen.module.open');

  // A machine that draws slowly: the game does not wait for a lower tier, which comes with the next level. That level is prepared even if
  // nobody sees the tab.
  const made = await page.run('albireo.settings.quality = "1"; albireo.screen.tier = 1; albireo.sound.made = []; return albireo.screen.opened');
  await page.run('for (let i = 0; i < 6; ++i) albireo.friend.frame(200)');
  check('no picture is made during the game', await page.run('return albireo.screen.opened'), made);
  await page.browser.hide();
  await page.until('the next level', 'return document.hidden && albireo.friend.state.round === 2 && albireo.friend.state.tick > 60');
  check('the hidden tab has made its picture', await page.run('return albireo.hadPicture[2]'));
  check('and its sounds', await page.run('return albireo.hadSound[2]'));
  check('in the lowest tier', await page.run('return albireo.screen.tier'), 0);
  await page.browser.show();
  await page.until('the page', 'return !document.hidden', 20);

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
  check('it goes on ticking', rate('tick') > kHiddenRate || rate('tick'));
  check('and follows the friend', rate('confirmed') > kHiddenRate || rate('confirmed'));
  await page.browser.show();
  await page.until('pictures again', `return !document.hidden && albireo.pictures > ${to.pictures + 1}`);

  const end = await state();
  check('nobody has waited', faults(), beforeHidden);
  check('the connection was never lost', end.rejoins, 0);
  check('no desync', end.desyncs, 0);
  check('the own ship was never corrected', end.ownCorrected, 0);

  // Something of the level cannot be made: the friend does not wait for it.
  const back = prepare => page.run(`albireo.friend.drop(); albireo.screen.open = ${prepare}; albireo.friend.begin(JSON.parse(sessionStorage.getItem('albireo-seat')))`);
  await back('async () => { throw new Error("no memory") }');
  await page.until('a game without it', 'return document.body.dataset.mode === "playing" && /no memory/.test(document.getElementById("notice").textContent)');
  await page.run('albireo.friend.leave()');

  // A browser without WebAudio plays; and a game that ends before the page is ready is over for the page, too.
  await page.go(await opened('short'));
  await page.run(`const own = window.wrappedJSObject ?? window; own.AudioContext = own.AudioBuffer = undefined; ${join}`);
  await page.until('a game without sounds', 'return document.body.dataset.mode === "playing"');
  check('that is no fault', await page.run('return albireo.friend.fault'), '');
  await back('() => new Promise(() => {})');
  await page.until('the end', 'return document.getElementById("dialog-text").textContent === "The game has ended."');
  check('the seat is forgotten', await page.run('return sessionStorage.getItem("albireo-seat")'), null);
});
