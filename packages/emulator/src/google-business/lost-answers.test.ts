import { expect, it } from 'vitest'

import { startEmulator } from '../start-emulator.js'

/**
 * Error of version 4 that the emulator itself never returns. The test returns it through a fault.
 */
const REFUSED = {
  error: {
    code: 400,
    message: 'Request contains an invalid argument.',
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
        errorDetails: [{ code: 1301, message: 'OPERATION_UNSUPPORTED_UNDER_ACCOUNT_CONDITION' }],
      },
    ],
  },
}

it('a post exists after a lost or replaced response, and does not after a fault before the effect', async () => {
  const emulator = await startEmulator({ networks: ['google_business'] })
  const { google_business: control } = emulator.control
  const faults = emulator.faults('google_business')
  const { business } = emulator.addresses('google_business')
  const { accessToken } = control.signIn({ person: 'Ada' })
  const path = `${control.state().locations[0]?.name ?? ''}/localPosts`
  const post = async (summary: string) => {
    const response = await fetch(`${business}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ topicType: 'STANDARD', summary }),
    }).catch(() => null)
    return response?.status ?? null
  }

  faults.add({ fault: 'replyLost', method: 'POST', path: '*/localPosts' })
  const lost = await post('one')
  faults.add({ fault: 'status', status: 503, afterEffect: true, method: 'POST', path: '*/localPosts' })
  const unavailable = await post('two')
  faults.add({ fault: 'status', status: 400, body: REFUSED, method: 'POST', path: '*/localPosts' })
  const refused = await post('three')

  expect([lost, unavailable, refused]).toEqual([null, 503, 400])
  expect(control.state().posts.map(({ fields }) => fields['summary'])).toEqual(['one', 'two'])
  expect(emulator.effects('google_business').map(({ kind }) => kind)).toEqual(['POST', 'POST'])
  await emulator.close()
})
