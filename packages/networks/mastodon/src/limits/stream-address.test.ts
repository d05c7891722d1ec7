import { describe, expect, it } from 'vitest'

import { toStreamAddress } from './stream-address.js'

const PUBLIC = { allowLoopback: false }
const LOOPBACK = { allowLoopback: true }

describe('the URL of a stream', () => {
  it.each([
    ['wss://streaming.social.example', 'https://streaming.social.example'],
    ['wss://streaming.social.example/', 'https://streaming.social.example'],
    ['https://social.example:8443', 'https://social.example:8443'],
    ['wss://social.example/streaming/', 'https://social.example/streaming'],
    ['WSS://STREAMING.social.example?access_token=x#y', 'https://streaming.social.example'],
  ])('is read from %s', (reported, base) => {
    expect(toStreamAddress(reported, PUBLIC)).toEqual({ origin: new URL(base).origin, base })
  })

  it.each([
    null,
    '',
    'streaming.social.example',
    'ws://streaming.social.example',
    'http://streaming.social.example',
    'wss://ada:secret@streaming.social.example',
    'wss://127.0.0.1:4000',
    'wss://localhost',
    'wss://[::1]',
    'wss://10.0.0.7',
    'wss://169.254.169.254',
    'wss://192.168.1.1.',
    'wss://2130706433',
    'file:///etc/passwd',
    'javascript:alert(1)',
    `wss://${'a'.repeat(600)}.example`,
  ])('is null for %j, so that no token is sent there', (reported) => {
    expect(toStreamAddress(reported, PUBLIC)).toBeNull()
  })

  it('is on loopback only when allowed, and uses http there', () => {
    const base = 'http://127.0.0.1:4000'
    expect(toStreamAddress('ws://127.0.0.1:4000', LOOPBACK)).toEqual({ origin: base, base })
    expect(toStreamAddress('ws://streaming.social.example', LOOPBACK)).toBeNull()
  })
})
