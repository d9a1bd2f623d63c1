import { createServer, type Socket } from 'node:net';

/** Accepts every mail and parses only line ends and the final dot (RFC 5321). */
const finalDot = Buffer.from('\r\n.\r\n');

interface Session {
  pending: Buffer;
  inData: boolean;
}

const replies: Record<string, string> = {
  EHLO: '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n',
  DATA: '354 send the message\r\n',
  QUIT: '221 bye\r\n',
};

/** Removes one command or body from the buffer; null if it is not complete. */
function takeOne(session: Session): string | null {
  const { pending, inData } = session;
  if (inData) {
    const end = pending.indexOf(finalDot);
    if (end < 0) return null;
    session.pending = pending.subarray(end + finalDot.length);
    session.inData = false;
    return '250 queued\r\n';
  }
  const end = pending.indexOf(10);
  if (end < 0) return null;
  const command = pending.toString('latin1', 0, 4).toUpperCase();
  session.pending = pending.subarray(end + 1);
  session.inData = command === 'DATA';
  return replies[command] ?? '250 ok\r\n';
}

function serve(socket: Socket): void {
  const session: Session = { pending: Buffer.alloc(0), inData: false };
  socket.setNoDelay(true);
  socket.write('220 sink\r\n');
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    session.pending = session.pending.length > 0 ? Buffer.concat([session.pending, bytes]) : bytes;
    let out = '';
    for (let reply = takeOne(session); reply !== null; reply = takeOne(session)) out += reply;
    if (out !== '') socket.write(out);
    if (out.endsWith('221 bye\r\n')) socket.end();
  });
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.once('disconnect', () => process.exit(0));
