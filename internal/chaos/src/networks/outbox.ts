/** URL to which the networks push updates. */
export const WEBHOOK = 'https://app.example/social/webhooks'

/** Message that a network sends repeatedly until it is accepted. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  isTaken: boolean
}

/**
 * Collects the messages that a network would send. The run decides when each message is delivered.
 */
export class Outbox {
  readonly messages: Message[] = []

  /** Stores a message. The network considers the message delivered. */
  readonly keep = async (request: Request): Promise<Response> => {
    const body = new Uint8Array(await request.arrayBuffer())
    this.messages.push({ headers: Object.fromEntries(request.headers), body, isTaken: false })
    return new Response()
  }
}
