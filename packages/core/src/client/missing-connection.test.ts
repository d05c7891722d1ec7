import { describe, expect, it } from 'vitest'

import { NoConnectionError, statusFor, whatNext } from '../errors/index.js'
import { aClient, aConnection, EXPIRED } from './__fixtures__/sample.js'

describe('a missing connection', () => {
  it('is an error with a recommended action', async () => {
    const { client, transport } = await aClient()
    const error: unknown = await client
      .account('sample:2')
      .post({ text: 'x' })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NoConnectionError)
    expect([whatNext(error).todo, statusFor(error)]).toEqual(['SIGN_IN_AGAIN', 404])
    expect(error).toMatchObject({
      message:
        'No connection is stored under "sample:2". Sign the account in, or remove the id from your own data if it was disconnected.',
      userMessage: 'This account is not connected. Connect it again.',
    })
    expect(transport.requests).toEqual([])
  })

  it('reports a connection that was deleted during the call as a refused sign-in', async () => {
    const connection = aConnection('1', EXPIRED)
    const { account, storage, transport } = await aClient(undefined, { connection })
    const answers = [connection]
    storage.getConnection = async () => answers.shift() ?? null
    const error: unknown = await account.post({ text: 'x' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'AUTH', platform: 'sample' })
    expect(NoConnectionError.is((error as Error).cause)).toBe(true)
    expect(transport.requests).toEqual([])
  })
})
