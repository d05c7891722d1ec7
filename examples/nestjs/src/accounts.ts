import { Body, Controller, Get, Inject, Module, Param, Post } from '@nestjs/common'
import { SocialClient } from '@social/core'

import { Inbox, InboxModule } from './inbox.js'

/** Publishes posts and reads the updates that arrived. */
@Controller('accounts')
class AccountsController {
  readonly #social: SocialClient
  readonly #inbox: Inbox

  // Explicit injection tokens, so that the compiler need not emit types. With emitDecoratorMetadata they can be left
  // out.
  constructor(@Inject(SocialClient) social: SocialClient, @Inject(Inbox) inbox: Inbox) {
    this.#social = social
    this.#inbox = inbox
  }

  @Post(':id/posts')
  async post(@Param('id') id: string, @Body() body: { readonly text: string }) {
    const { url } = await this.#social.account(id).post({ text: body.text })
    return { url }
  }

  /**
   * Networks that support webhooks push updates. Mastodon is polled. Updates that were handled before are skipped.
   */
  @Get(':id/inbox')
  async read(@Param('id') id: string): Promise<readonly string[]> {
    const { updates } = await this.#social.account(id).fetchUpdatesAfter(null)
    for (const update of updates) await this.#inbox.dispatcher.deliver(update)
    return this.#inbox.lines
  }
}

/** Provides the operations on accounts. `SocialClient` comes from the global social module. */
@Module({ imports: [InboxModule], controllers: [AccountsController] })
export class AccountsModule {}
