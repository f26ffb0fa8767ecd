// A game's server, native players, and pages of that server in a browser, for tests.
//   const scene = new Scene('chromium', PROGRAMS, FOLDER); const server = scene.start('albireo-server', […], 'server.log'); … await scene.end();
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { open } from './browser.mjs';

export const later = ms => new Promise(done => setTimeout(done, ms));

export class Scene {
  // Recordings, logs and stills are left in `folder`, which is made anew.
  constructor(name, programs, folder) {
    Object.assign(this, { name, programs, folder, failures: 0, children: [], pages: [] });
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
  }

  check(what, is, wanted = true) {
    if (is === wanted) return;
    console.log(`${this.name}: ${what}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
    ++this.failures;
  }

  file(name) { return path.join(this.folder, name); }

  // A program, or a path of one.
  start(program, args, log) {
    const file = fs.openSync(this.file(log), 'w');
    const child = spawn(path.resolve(this.programs, program), args, { stdio: ['ignore', file, file] });
    child.log = () => fs.readFileSync(this.file(log), 'utf8');
    child.ended = new Promise(done => child.once('exit', done));
    this.children.push(child);
    return child;
  }

  // What the pattern finds in what the program says.
  async said(child, pattern, seconds = 30) {
    for (let i = 0; i < 20 * seconds; ++i) {
      const found = pattern.exec(child.log());
      if (found) return found[1];
      await later(50);
    }
    throw new Error(`never said: ${pattern}; it said: ${child.log()}`);
  }

  async open(url, size = { width: 640, height: 480 }) {
    const page = new ServedPage(await open(this.name, size));
    this.pages.push(page);
    await page.go(url);
    return page;
  }

  // A browser behind another one draws nothing: a page that is no longer needed is closed.
  async close(page) {
    this.pages.splice(this.pages.indexOf(page), 1);
    this.check('no complaints', (page.browser.complaints ?? []).filter(each => !/WebSocket|ERR_/.test(each)).join('; '), '');
    await page.browser.close();
  }

  // Runs the test, and leaves with its result.
  async run(test) {
    try {
      await test();
      while (this.pages.length > 0) await this.close(this.pages[0]);
    } catch (error) {
      console.log(`${this.name}: ${error.stack}`);
      ++this.failures;
    } finally {
      for (const { browser } of this.pages) await browser.close();
      for (const child of this.children) child.kill('SIGKILL');
    }
    process.exit(this.failures > 0 ? 1 : 0);
  }
}

class ServedPage {
  constructor(browser) { this.browser = browser; }
  async go(url) {
    await this.browser.go(url);
    await this.until('the page', 'return ["menu", "joining", "playing", "watching"].includes(document.body?.dataset.mode) && window.albireo !== undefined');
  }
  run(body) { return this.browser.run(body); }
  async until(what, body, seconds = 60) {
    for (let i = 0; i < 10 * seconds; ++i) {
      if (await this.run(body).catch(() => false)) return;
      await later(100);
    }
    const state = await this.run('return JSON.stringify(albireo.online?.state ?? null) + document.body.innerText.slice(0, 300)').catch(String);
    throw new Error(`${what}: not within ${seconds} s; the page says: ${state}`);
  }
  text(id) { return this.run(`return document.getElementById('${id}').textContent`); }
  click(label) { return this.run(`[...document.querySelectorAll('button')].find(each => each.textContent === '${label}' && each.offsetParent).click()`); }
  press(key) { return this.run(`document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }))`); }
}
