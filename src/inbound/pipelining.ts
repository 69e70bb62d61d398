// Answers commands that came together with replies that leave together: a mail server that sends sender, recipient and DATA in one go
// gets one packet back instead of three. Part of the dialogue.

import type { Socket } from 'node:net';

/** What is needed of smtp-server's SMTPConnection. */
export interface PipelinedConnection {
  readonly _socket: Socket;
  readonly _parser: { readonly _dataMode: boolean } | undefined;
}

const LF = 0x0a;

/** To be called before the connection reads. Replies of this turn of the event loop wait for its end; what takes longer is not held up. */
export function replyTogether(connection: PipelinedConnection): void {
  const { _socket: socket } = connection;
  socket.on('data', (chunk: Buffer) => {
    if (chunk.indexOf(LF) === chunk.length - 1 || connection._parser?._dataMode) return;
    socket.cork();
    setImmediate(() => socket.uncork());
  });
}
