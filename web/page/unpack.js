// What the page has packed: deflated, and every four bytes as five letters. web/pack.mjs packs, this unpacks, and then starts the page.

// The letters from '(' to '|', with '!' and '#' for '<' and '@', which mean something in a page.
function digitOf(code) {
  return code === 33 ? 20 : code === 35 ? 24 : code - 40;
}

// At the end, two to four letters are one to three bytes.
function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor(text.length * 4 / 5));
  for (let from = 0, to = 0; from < text.length; from += 5) {
    let number = 0;
    for (let i = from; i < from + 5; ++i) number = number * 85 + (i < text.length ? digitOf(text.charCodeAt(i)) : 84);
    for (let shift = 24; shift >= 0 && to < bytes.length; shift -= 8) bytes[to++] = number / 2 ** shift;
  }
  return bytes;
}

async function unpack(id) {
  const packed = bytesOf(document.getElementById(id).textContent);
  return new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer());
}

// Unpacks a script in its place. As it is there before the next one runs, the order of scripts is kept.
async function run(id, type) {
  const script = Object.assign(document.createElement('script'), { id, type, textContent: new TextDecoder().decode(await unpack(id)) });
  document.getElementById(id).replaceWith(script);
}

run('glue', '').then(() => run('script', 'module')).catch(error => {
  const place = document.getElementById('fault') ?? document.getElementById('notice');
  place.hidden = false;
  place.textContent = `This browser cannot unpack the page: ${error.message ?? error}`;
});
