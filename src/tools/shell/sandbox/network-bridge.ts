import type { SandboxNetwork } from './network-proxy.ts'

/** The port inside the sandbox's own network namespace, where nothing else listens. */
const innerPort = 3_128

/**
 * Runs inside: what speaks to the port goes to the socket outside, and the command runs as if it were alone. It ends
 * with the status of the command, as a shell would tell it.
 */
const bridge = `const net=require('node:net'),{spawn}=require('node:child_process'),{constants}=require('node:os')
const [socket,file,...args]=process.argv.slice(1)
net.createServer((a)=>{const b=net.connect(socket);a.on('error',()=>b.destroy());b.on('error',()=>a.destroy());a.pipe(b);b.pipe(a)})
.listen(${innerPort},'127.0.0.1',()=>{const c=spawn(file,args,{stdio:'inherit'});c.on('error',()=>process.exit(127))
c.on('exit',(code,signal)=>process.exit(code??128+constants.signals[signal]))})`

/** The variables that name a proxy. Node 24 and later honours them with NODE_USE_ENV_PROXY. */
function variables(port: number): string[] {
  const proxy = `http://127.0.0.1:${port}`
  const ways = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const local = ['NO_PROXY', 'no_proxy'].map((name) => `${name}=localhost,127.0.0.1,::1`)
  return [...ways.map((name) => `${name}=${proxy}`), ...local, 'NODE_USE_ENV_PROXY=1']
}

/**
 * A command that finds the proxy, and what it has to see for that. `node`: the program that makes the bridge, where
 * one is needed.
 */
export function withNetwork(
  { address }: SandboxNetwork,
  node: string,
  command: readonly [file: string, ...args: string[]],
): { command: string[]; readable: string[] } {
  if ('port' in address) return { command: ['env', ...variables(address.port), ...command], readable: [] }
  const inside = ['env', ...variables(innerPort), ...command]
  return { command: [node, '-e', bridge, address.socket, ...inside], readable: [address.socket, node] }
}
