// Goal: build/site opens from the disk in a real browser: from its first page a reader comes to the boards, to a game with its picture, to the page
// that plays it and verifies it, to a page that needs no script, and to the game itself.
// node site_test.mjs chromium|firefox FOLDER: stills are left in FOLDER.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { open } from './browser.mjs';

const [name, folder] = process.argv.slice(2);
const site = path.resolve('build/site');
let failures = 0;
const check = (what, is, wanted) => {
  if (is === wanted) return;
  console.log(`${name}: ${what}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
  ++failures;
};

fs.mkdirSync(folder, { recursive: true });
const browser = await open(name, { width: 1280, height: 800 });
try {
  // until(WHAT, EXPRESSION): waits until it is true in the page.
  const until = async (what, expression) => {
    for (let i = 0; i < 1200; ++i) {
      if (await browser.run(`const page = window.wrappedJSObject?.albireo ?? window.albireo; return Boolean(${expression})`)) return;
      await new Promise(done => setTimeout(done, 100));
    }
    throw new Error(`${what} took more than two minutes: ` + await browser.run('return document.body.innerText.slice(0, 500)'));
  };
  const goTo = async file => {
    await browser.go(pathToFileURL(file).href);
    await until(file, "document.readyState === 'complete'");
  };
  // follow(SELECTOR): goes where the link leads, as a click does.
  const follow = async selector => {
    const href = await browser.run(`return document.querySelector('${selector}')?.href ?? ''`);
    if (!href) throw new Error(`no link ${selector} at ` + await browser.run('return location.href'));
    await browser.go(href);
    await until(href, `location.href === '${href}' && document.readyState === 'complete'`);
  };
  const shown = () => browser.run("return [...document.images].every(each => each.complete && each.naturalWidth > 0)");

  await goTo(path.join(site, 'index.html'));
  await follow('a[href="boards/index.html"]');
  await browser.still(path.join(folder, `${name}-boards.png`));
  await goTo(path.join(site, 'boards/boards/the_cut/standard/pair.html'));
  check('the rows of a board', await browser.run("return document.querySelectorAll('a[href*=\"runs/\"]').length > 0"), true);
  check('the pictures of a board', await shown(), true);
  check('scripts on a board', await browser.run('return document.scripts.length'), 0);
  check('the style of a board', await browser.run("return [...document.styleSheets].length"), 1);
  await browser.still(path.join(folder, `${name}-board.png`));
  await follow('a[href*="runs/"]');
  await browser.run("document.querySelector('img.large').loading = 'eager'");
  await until("the game's picture", "document.querySelector('img.large').naturalWidth > 0");
  await browser.still(path.join(folder, `${name}-run.png`));
  await follow('a[href$="/page.html"]');
  await until('the verdict', 'page?.verifiedMs !== undefined');
  check('the verdict', /^same: [0-9 ]+ ticks, [0-9 ]+ digests$/.test((await browser.run("return document.getElementById('verdict').textContent")).replaceAll(String.fromCharCode(160), ' ')), true);
  await goTo(path.join(site, 'play.html'));
  await until('the menu of the game', "document.body.innerText.includes('Play')");
  await browser.still(path.join(folder, `${name}-play.png`));
  check('complaints', browser.complaints.join('; '), '');
} catch (error) {
  console.log(`${name}: ${error.message}`);
  ++failures;
} finally {
  await browser.close();
}
process.exit(failures > 0 ? 1 : 0);
