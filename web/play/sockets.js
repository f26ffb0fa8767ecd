// What games on a server have in common: the sockets of the page's server, a clock that a hidden tab keeps, links.

const kReceivedMax = 1024;  // messages; older ones would be of no use to the game

// WebSockets as the module's pipes, by number.
class Sockets {
  constructor() { this.all = []; }

  open(shard) {
    const url = new URL(shard ? `link?shard=${shard}` : 'link', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    const pipe = { received: [], socket: new WebSocket(url) };
    pipe.socket.binaryType = 'arraybuffer';
    pipe.socket.onmessage = ({ data }) => {
      if (pipe.received.push(new Uint8Array(data)) > kReceivedMax) pipe.received.shift();
    };
    return this.all.push(pipe) - 1;
  }
  // DatagramPipe::State
  state(at) { return Math.min(this.all[at].socket.readyState, 2); }
  backlog(at) { return this.all[at].socket.bufferedAmount; }
  send(at, bytes) { this.all[at].socket.send(bytes); }
  receive(at, most) {
    const { received } = this.all[at];
    while (received.length > 0) {
      const message = received.shift();
      if (message.length <= most) return message;
    }
    return null;
  }
  close(at) {
    const pipe = this.all[at];
    pipe.socket.onmessage = null;
    pipe.socket.close();
    pipe.received = [];
  }
}

// A browser slows the timers of a hidden page, but not those of its workers.
function everyFewMs(ms, act) {
  const worker = new Worker(URL.createObjectURL(new Blob([`setInterval(() => postMessage(0), ${ms})`], { type: 'text/javascript' })));
  worker.onmessage = act;
  return worker;
}

// Before the module opens its first socket.
function useSockets(wasm) {
  wasm.sockets = new Sockets();
  wasm.getRandomValue = () => crypto.getRandomValues(new Uint32Array(1))[0];  // libsodium's source of random numbers
}

// What the module answers to texts.
function withTexts(wasm, texts, ask) {
  const places = texts.map(text => {
    const size = wasm.lengthBytesUTF8(text) + 1, at = wasm._malloc(size);
    wasm.stringToUTF8(text, at, size);
    return at;
  });
  const answer = wasm.UTF8ToString(ask(places));
  places.forEach(at => wasm._free(at));
  return answer;
}

// To this page, with a fragment.
function pageLink(fragment) { return `${location.origin}${location.pathname}#${fragment}`; }

function sentence(text) { return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`; }
