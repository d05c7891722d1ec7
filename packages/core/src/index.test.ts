import { Server } from 'node:net'

import { expect, it, vi } from 'vitest'

// Holds R-0001, R-0003.
it('the package exports its client and its base error, and opens no server', async () => {
  const listening = vi.spyOn(Server.prototype, 'listen')
  const { InMemoryStorage, SocialBaseError, SocialClient } = await import('./index.js')
  const client = new SocialClient({ storage: new InMemoryStorage(), platforms: {} })

  expect([SocialClient.name, typeof SocialClient]).toEqual(['SocialClient', 'function'])
  expect([SocialBaseError.name, typeof SocialBaseError]).toEqual(['SocialBaseError', 'function'])
  expect(process.getActiveResourcesInfo()).not.toContain('TCPServerWrap')
  await client.close()
  expect(listening).not.toHaveBeenCalled()
  listening.mockRestore()
})
