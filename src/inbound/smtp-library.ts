// smtp-server as this line uses it: with a greeting, a reader of DATA and replies of our own in place of its. The one importer of smtp-server.

import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { feedDataStream } from './data-mode.ts';
import { greetAtOnce } from './greeting.ts';
import { type CommandParser, type PipelinedConnection, replyTogether } from './pipelining.ts';

export { SMTPServer, type SMTPServerSession } from 'smtp-server';

SMTPConnection.prototype.init = greetAtOnce as unknown as typeof SMTPConnection.prototype.init;
SMTPStream.prototype._feedDataStream = feedDataStream as typeof SMTPStream.prototype._feedDataStream;

const connections = SMTPConnection.prototype as unknown as PipelinedConnection & { _createParser(): CommandParser };
const createParser = connections._createParser;
connections._createParser = function () {
  return replyTogether(this, createParser.call(this));
};
