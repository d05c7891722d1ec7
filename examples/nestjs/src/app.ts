import 'reflect-metadata'
import { type INestApplication, Module } from '@nestjs/common'
import { HttpAdapterHost, NestFactory } from '@nestjs/core'
import { InMemoryStorage, SocialClient } from '@social/core'
import { mastodon } from '@social/mastodon'
import { SocialModule } from '@social/nestjs'

import { AccountsModule } from './accounts.js'
import { Inbox, InboxModule } from './inbox.js'
import { SocialErrors } from './social-errors.js'

/** Options of the example: its port, and the URL of the Mastodon server. */
export interface ExampleOptions {
  readonly port: number
  readonly server: string
}

/**
 * Creates an application in which people connect an account, publish posts and read mentions of
 * the account.
 */
export async function makeApp({ port, server }: ExampleOptions): Promise<INestApplication> {
  const redirectUri = `http://localhost:${port}/social/callback/{platform}`

  @Module({
    imports: [
      // GET /social/connect/mastodon?host=… starts a sign-in.
      SocialModule.forRootAsync({
        isGlobal: true,
        imports: [InboxModule],
        inject: [Inbox],
        useFactory: ({ seen, dispatcher }: Inbox) => ({
          storage: new InMemoryStorage(),
          seenUpdates: seen,
          platforms: { mastodon: mastodon() },
          allowLoopback: true, // Allows the emulator on this machine. Remove this line when you use real servers.
          routes: {
            redirectUri,
            deliver: dispatcher.deliver,
            finished: (outcome) =>
              outcome.step === 'CONNECTED' ? `/accounts/${outcome.connection.id}/inbox` : null,
          },
        }),
      }),
      AccountsModule,
    ],
  })
  class AppModule {}

  const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] })
  app.useGlobalFilters(new SocialErrors(app.get(HttpAdapterHost).httpAdapter))
  await app.get(SocialClient).createApp('mastodon', {
    name: 'Example',
    host: server,
    redirectUri: redirectUri.replace('{platform}', 'mastodon'),
  })
  return app
}
