// Preloaded into a server that would listen on every interface: it listens on loopback, at a port
// that the system chooses, and its stdout holds that port alone.
const net = require("node:net");

const print = console.log;
console.log = console.error;

const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (...args) {
  const ready = args.find((argument) => typeof argument === "function");
  return listen.call(this, { host: "127.0.0.1", port: 0 }, () => {
    print(this.address().port);
    ready?.();
  });
};
