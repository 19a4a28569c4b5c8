// Runs COPY … FROM STDIN over the driver's connection: `client.query(new CopyIn(…))`.

interface DriverConnection {
  readonly query: (text: string) => void
  readonly sendCopyFromChunk: (bytes: Buffer) => void
  readonly endCopyFrom: () => void
}

/** A COPY to send. `settle` is called once, with an error if it fails. */
export class CopyIn {
  readonly #text: string
  readonly #bytes: Buffer
  readonly #settle: (error: Error | undefined) => void
  #error: Error | undefined

  constructor(text: string, bytes: Buffer, settle: (error: Error | undefined) => void) {
    this.#text = text
    this.#bytes = bytes
    this.#settle = settle
  }

  // Set here because the driver would otherwise assign its own callback.
  readonly callback = (error?: Error) => {
    this.#error ??= error
  }

  submit(connection: DriverConnection): void {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: DriverConnection): void {
    connection.sendCopyFromChunk(this.#bytes)
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#settle(this.#error)
  }

  handleError(error: Error): void {
    this.#settle(error)
  }
}
