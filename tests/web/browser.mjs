// A headless browser for tests, without any library: Chromium through its debugging pipe, Firefox through Marionette.
//   const browser = await open('chromium', { width: 1280, height: 800 });
//   await browser.go('file:///…'); await browser.run('return 1 + 1'); await browser.still('a.png'); await browser.close();
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';

const kStartMs = 120000;
const sleep = ms => new Promise(done => setTimeout(done, ms));

function within(promise, ms, what) {
  let timer;
  const late = new Promise((_, refuse) => { timer = setTimeout(() => refuse(new Error(`${what} took more than ${ms} ms`)), ms); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// What both have in common: a process with a profile of its own, which leaves with it.
function start(program, argumentsOf, stdio) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'albireo-browser-'));
  const child = spawn(program, argumentsOf(profile), { stdio, detached: true, env: process.env.DISPLAY ? { ...process.env, MOZ_X11_EGL: '1', LIBGL_ALWAYS_SOFTWARE: '1' } : { ...process.env, MOZ_HEADLESS: '1' } });
  const close = async () => {
    const ended = child.exitCode !== null ? null : new Promise(done => child.once('exit', done));
    try { process.kill(-child.pid, 'SIGKILL'); } catch { /* gone already */ }
    await ended;
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  return { child, close, profile };
}

async function chromium({ width, height, mobile = false }) {
  const { child, close } = start('chromium', profile => ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage',
    // WebGL by Mesa's software renderer, as the native program has it without a GPU.
    '--ignore-gpu-blocklist', '--use-gl=angle', '--use-angle=gl-egl',
    '--no-first-run', '--hide-scrollbars', `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank'],
  ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']);
  const [to, from] = [child.stdio[3], child.stdio[4]];
  const waiting = new Map(), complaints = [];
  let count = 0, rest = '';
  from.on('data', data => {
    const messages = (rest + data).split('\0');
    rest = messages.pop();
    for (const message of messages.map(JSON.parse)) {
      if (message.id) waiting.get(message.id)?.(message);
      if (message.method === 'Runtime.exceptionThrown') complaints.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
      if (message.method === 'Log.entryAdded' && message.params.entry.level === 'error') complaints.push(message.params.entry.text);
    }
  });
  let sessionId;
  const send = (method, params = {}, session = sessionId) => within(new Promise((done, refuse) => {
    waiting.set(++count, message => message.error ? refuse(new Error(`${method}: ${message.error.message}`)) : done(message.result));
    to.write(JSON.stringify({ id: count, method, params, sessionId: session ?? undefined }) + '\0');
  }), kStartMs, method);
  const { targetInfos } = await send('Target.getTargets');
  ({ sessionId } = await send('Target.attachToTarget', { targetId: targetInfos.find(each => each.type === 'page').targetId, flatten: true }));
  for (const domain of ['Runtime', 'Log', 'Page']) await send(`${domain}.enable`);
  const size = (w, h, isMobile) => send('Emulation.setDeviceMetricsOverride', { width: w, height: h, deviceScaleFactor: isMobile ? 2 : 1, mobile: isMobile });
  await size(width, height, mobile);
  let before;  // the tab before the page
  return {
    close, complaints, size,
    go: url => send('Page.navigate', { url }),
    async run(body) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', { expression: `(async () => {${body}\n})()`, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    key: async (key, code) => { for (const type of ['keyDown', 'keyUp']) await send('Input.dispatchKeyEvent', { type, key, code: code ?? key, text: type === 'keyDown' && key.length === 1 ? key : undefined }); },
    // Another tab comes before the page, and goes.
    hide: async () => { before = (await send('Target.createTarget', { url: 'about:blank' }, null)).targetId; },
    show: () => send('Target.closeTarget', { targetId: before }, null),
    still: async file => fs.writeFileSync(file, Buffer.from((await send('Page.captureScreenshot', { format: 'png' })).data, 'base64')),
  };
}

async function firefox({ width, height }) {
  // Without a display it has no WebGL: xvfb-run gives it one, and with it Mesa's software renderer.
  const hasDisplay = Boolean(process.env.DISPLAY);
  const { close, profile } = start('firefox-esr', folder => {
    fs.writeFileSync(path.join(folder, 'user.js'), ['"marionette.port", 0', '"datareporting.policy.dataSubmissionEnabled", false',
      '"webgl.force-enabled", true', '"media.autoplay.default", 0', '"media.autoplay.blocking_policy", 0'].map(each => `user_pref(${each});\n`).join(''));
    return [...(hasDisplay ? [] : ['--headless']), '--no-remote', '--marionette', '--profile', folder, `--width=${width}`, `--height=${height}`];
  }, 'ignore');
  // It writes the port that it has chosen into its profile.
  const port = await within((async () => {
    for (;;) {
      const file = path.join(profile, 'MarionetteActivePort');
      if (fs.existsSync(file) && fs.readFileSync(file, 'utf8').trim()) return Number(fs.readFileSync(file, 'utf8'));
      await sleep(100);
    }
  })(), kStartMs, 'the start of firefox-esr');
  const socket = net.connect(port, '127.0.0.1');
  const waiting = new Map();
  let count = 0, rest = Buffer.alloc(0);
  socket.on('data', data => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const colon = rest.indexOf(':'), length = Number(rest.subarray(0, colon));
      if (colon < 0 || rest.length < colon + 1 + length) return;
      const message = JSON.parse(rest.subarray(colon + 1, colon + 1 + length));
      rest = rest.subarray(colon + 1 + length);
      if (Array.isArray(message)) waiting.get(message[1])?.(message);
    }
  });
  const send = (command, parameters = {}) => within(new Promise((done, refuse) => {
    waiting.set(++count, ([, , error, result]) => error ? refuse(new Error(`${command}: ${error.message}`)) : done(result));
    const text = JSON.stringify([0, count, command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  }), kStartMs, command);
  await send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  const turnTo = (handle, focus) => send('WebDriver:SwitchToWindow', { handle, focus }), page = (await send('WebDriver:GetWindowHandle')).value;
  let before;
  return {
    close, complaints: [],
    go: url => send('WebDriver:Navigate', { url }),
    run: async body => (await send('WebDriver:ExecuteAsyncScript', {
      script: `const done = arguments[arguments.length - 1]; const albireo = window.wrappedJSObject?.albireo ?? window.albireo;
        (async () => {${body}\n})().then(value => done({ value }), error => done({ error: String(error) }));`, args: [], sandbox: null,
    })).value?.value,
    hide: async () => {
      before = (await send('WebDriver:NewWindow', { type: 'tab', focus: true })).handle;
      await turnTo(before, true);
      await turnTo(page, false);
    },
    show: async () => {
      await turnTo(before, true);
      await send('WebDriver:CloseWindow');
      await turnTo(page, true);
    },
    still: async file => fs.writeFileSync(file, Buffer.from((await send('WebDriver:TakeScreenshot', { full: false })).value, 'base64')),
  };
}

export const open = (name, options) => within({ chromium, firefox }[name](options), kStartMs, `the start of ${name}`);
