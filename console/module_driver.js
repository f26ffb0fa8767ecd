// Plays the steps of console::run_module() in node: MODULE STEP... with the steps put-file FUNCTION PATH, put-text FUNCTION TEXT,
// call FUNCTION NUMBER and repeat FUNCTION. Texts go to stdout. Exit code 1: the last line is "!" and what was wrong.
const fs = require('fs');
const zlib = require('zlib');

const print = (text) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += fs.writeSync(1, bytes, at);
};
const fail = (text) => {
    print('!' + text.split('\n')[0] + '\n');
    process.exit(1);
};

const [path, ...steps] = process.argv.slice(1);
const next = () => steps.shift();
try {
    let bytes = fs.readFileSync(path);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = zlib.gunzipSync(bytes);
    const module = new WebAssembly.Module(bytes);
    // What the module's library would ask of a system (a clock, files) is not there: 52 is WASI's "not supported".
    const imports = {};
    for (const each of WebAssembly.Module.imports(module)) {
        if (each.kind !== 'function') throw new Error(`it needs ${each.module}.${each.name}`);
        (imports[each.module] ??= {})[each.name] = each.name === 'proc_exit' ? () => { throw new Error('the module has ended itself'); } : () => 52;
    }
    const functions = new WebAssembly.Instance(module, imports).exports;
    if (functions._initialize) functions._initialize();
    const call = (name, ...values) => {
        if (typeof functions[name] !== 'function') throw new Error(`it has no function ${name}`);
        return functions[name](...values) >>> 0;
    };
    const put = (name, given) => {
        const at = call(name, given.length);  // may move the memory
        new Uint8Array(functions.memory.buffer).set(given, at);
    };
    const text_of = (name, ...values) => {
        const at = call(name, ...values), memory = Buffer.from(functions.memory.buffer);
        const text = memory.toString('utf8', at, memory.indexOf(0, at));
        if (text.startsWith('!')) fail(text.slice(1));
        print(text);
        return text;
    };
    while (steps.length > 0) {
        const kind = next();
        if (kind === 'put-file') put(next(), fs.readFileSync(next()));
        else if (kind === 'put-text') put(next(), Buffer.from(next()));
        else if (kind === 'call') text_of(next(), Number(next()));
        else for (const name = next(); text_of(name) !== '';);
    }
} catch (error) {
    fail(`${path}: ${error.message}`);
}
