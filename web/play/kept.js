// The player's recordings, kept in the browser (IndexedDB). Where a browser allows none, games are played all the same.

const kKeptMax = 10;

class Kept {
  async store(mode, act) {
    this.base ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open('albireo', 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore('recordings', { keyPath: 'at' });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    const store = (await this.base).transaction('recordings', mode).objectStore('recordings');
    const request = act(store);
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  // The newest first; empty if the browser keeps none.
  async all() {
    try {
      return (await this.store('readonly', store => store.getAll())).reverse();
    } catch {
      return [];
    }
  }

  // { at: a time in ms, name: of a file, title, bytes }. The oldest go.
  async add(recording) {
    try {
      await this.store('readwrite', store => store.put(recording));
      for (const old of (await this.all()).slice(kKeptMax)) await this.remove(old.at);
    } catch { /* the game is over all the same, and its recording can be saved */ }
  }

  remove(at) { return this.store('readwrite', store => store.delete(at)); }
}

function saveFile(name, bytes) {
  const anchor = Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob([bytes])), download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}
