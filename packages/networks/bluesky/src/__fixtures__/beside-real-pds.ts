import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** Starts an HTTP server on loopback for one test. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => Promise<void>,
) {
  const server = createServer((request, response) => {
    const work = async (): Promise<void> => {
      const chunks: Uint8Array[] = []
      for await (const chunk of request) chunks.push(chunk as Uint8Array) // safe cast: Node's request yields bytes unless an encoding is set
      await answer(request, response, Buffer.concat(chunks))
    }
    work().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Starts a minimal video service. The service uploads the video unchanged to the account's server.
 */
export async function videoService(pdsUrl: string) {
  let blob: unknown = null
  return serve(async (request, response, body) => {
    if (request.method === 'POST') {
      const { authorization = '' } = request.headers
      const reply = await fetch(`${pdsUrl}/xrpc/com.atproto.repo.uploadBlob`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'video/mp4' },
        body,
      })
      const uploaded = (await reply.json()) as { blob?: unknown } // safe cast: the server returns an object with the blob
      blob = uploaded.blob ?? null
      response.writeHead(reply.status).end(JSON.stringify({ jobId: 'job-1', state: 'JOB_STATE_CREATED' }))
    } else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jobStatus: { jobId: 'job-1', state: 'JOB_STATE_COMPLETED', blob } }))
  })
}

/**
 * Starts a proxy to a server. The proxy forwards one request with this method and drops its
 * response.
 */
export async function loseOneResponse(url: string, call: string) {
  let lost = 0
  const way = await serve(async (request, response, body) => {
    const { host: _host, connection: _connection, ...headers } = request.headers
    const reply = await fetch(`${url}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    })
    const answer = await reply.text()
    if (lost === 0 && request.url?.includes(call)) {
      lost += 1
      request.socket.destroy()
      return
    }
    response
      .writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'application/json' })
      .end(answer)
  })
  return { ...way, lost: () => lost }
}
