// Answers commands that came together with replies that leave together: a mail server that sends sender, recipient and DATA in one go
// gets one packet back instead of three. Part of the dialogue.

/** What is needed of smtp-server's SMTPConnection and of the SMTPStream that reads its commands. */
export interface PipelinedConnection {
  readonly _socket: { cork(): void; uncork(): void };
}
export interface CommandParser {
  readonly _dataMode: boolean;
  _write(chunk: Buffer, encoding: BufferEncoding, next: (error?: Error | null) => void): void;
}

const LF = 0x0a;

/** Replies of this turn of the event loop wait for its end; what takes longer is not held up. After STARTTLS there is a new parser. */
export function replyTogether<Parser extends CommandParser>(connection: PipelinedConnection, parser: Parser): Parser {
  const write = parser._write;
  parser._write = (chunk, encoding, next) => {
    if (!parser._dataMode && chunk.indexOf(LF) < chunk.length - 1) {
      const { _socket: socket } = connection;
      socket.cork();
      setImmediate(() => socket.uncork());
    }
    write.call(parser, chunk, encoding, next);
  };
  return parser;
}
