import { expect, it } from 'vitest'

import { redirectFor } from './addresses.js'

it.each([
  ['https://app.example/callback', 'https://app.example/callback?server=social.example'],
  ['https://app.example/callback?a=b', 'https://app.example/callback?a=b&server=social.example'],
  ['http://localhost:3000/', 'http://localhost:3000/?server=social.example'],
  ['my-app://callback', 'my-app://callback?server=social.example'],
  ['example.my-app:/callback', 'example.my-app:/callback?server=social.example'],
  ['urn:ietf:wg:oauth:2.0:oob', 'urn:ietf:wg:oauth:2.0:oob'],
])('the redirect URI %s gets a parameter with the server', (redirectUri, address) => {
  expect(redirectFor(redirectUri, 'social.example')).toBe(address)
})

it('the port is part of a server’s host', () => {
  expect(redirectFor('https://app.example/', 'social.example:8443')).toBe(
    'https://app.example/?server=social.example%3A8443',
  )
})
