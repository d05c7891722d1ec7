// Directory of DIDs in memory, with the routes of https://plc.directory that a PDS calls.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Creates the DID document from the last operation. */
function toDocument({ did, alsoKnownAs, verificationMethods, services }) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    alsoKnownAs,
    verificationMethod: Object.entries(verificationMethods).map(([name, key]) => ({
      id: `${did}#${name}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: key.replace('did:key:', ''),
    })),
    service: Object.entries(services).map(([name, { type, endpoint }]) => ({
      id: `#${name}`,
      type,
      serviceEndpoint: endpoint,
    })),
  }
}

async function readJson(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/**
 * Starts the directory on a free port. @param home - Install folder of the PDS, which also has the reader of
 * operations.
 */
export async function startPlc(home) {
  const { assureValidNextOp, opToData } = createRequire(join(home, 'node_modules/@atproto/pds/package.json'))(
    '@did-plc/lib',
  )
  const logs = new Map()

  async function answer(request) {
    const [did = '', ...rest] = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
      .slice(1)
      .split('/')
    const log = logs.get(did) ?? []
    if (request.method === 'POST') {
      const operation = await readJson(request)
      const { nullified, prev } = await assureValidNextOp(did, log, operation)
      if (nullified.length > 0) return [400, { message: 'Nothing can be taken back here.' }]
      const { cidForCbor } = createRequire(
        createRequire(join(home, 'node_modules/@atproto/pds/package.json')).resolve('@did-plc/lib'),
      )('@atproto/common')
      logs.set(did, [
        ...log,
        { did, operation, cid: await cidForCbor(operation), nullified: false, createdAt: new Date(), prev },
      ])
      return [200, {}]
    }
    const last = log.at(-1)
    const data = last && opToData(did, last.operation)
    if (!data) return [404, { message: `DID not registered: ${did}` }]
    switch (rest.join('/')) {
      case '':
        return [200, toDocument(data)]
      case 'data':
        return [200, data]
      case 'log/last':
        return [200, last.operation]
      case 'log':
        return [200, log.map(({ operation }) => operation)]
      default:
        return [404, { message: 'Not found' }]
    }
  }

  async function reply(request, response) {
    const [status, body] = await answer(request).catch((error) => [400, { message: error.message }])
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    void reply(request, response)
  })
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://localhost:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
