// Greets in place of smtp-server's own start of a connection, which lets every peer wait 100 ms for the chance that it talks too
// soon: a sender that opens a connection for each mail could then send ten a second at most.

/** What the start needs of smtp-server's SMTPConnection. */
export interface StartingConnection {
  readonly name: string;
  readonly _server: { readonly options: { readonly maxClients?: number }; readonly connections: ReadonlySet<unknown> };
  _setListeners(ready: () => void): void;
  connectionReady(): void;
  send(code: number, text: string, context: false): void;
}

export function greetAtOnce(this: StartingConnection): void {
  this._setListeners(() => {
    const { options, connections } = this._server;
    if (options.maxClients && connections.size > options.maxClients) {
      this.send(421, `${this.name} Too many connected clients, try again in a moment`, false);
      return;
    }
    this.connectionReady();
  });
}
