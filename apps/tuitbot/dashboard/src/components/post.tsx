import type { Part } from '@tuitbot/server'
import { type ReactNode } from 'react'
import { Avatar } from './avatar.js'
import { HiddenNote } from './hidden-note.js'
import { PostText } from './post-text.js'

interface PostProps {
  readonly name: string
  readonly username: string
  readonly parts?: readonly Part[]
  /** Instead of the text: the field in which it is edited. */
  readonly children?: ReactNode
  /** Something follows below it in the same conversation. */
  readonly isAnswered?: boolean
}

/** A post, exactly as it looks on X. */
export function Post({ name, username, parts = [], children, isAnswered = false }: PostProps) {
  return (
    <div className={isAnswered ? 'post post-answered' : 'post'}>
      <div className="post-side">
        <Avatar name={name} />
      </div>
      <div className="post-body">
        <p className="post-author">
          {name !== username && (
            <b>
              <bdi>{name}</bdi>
            </b>
          )}{' '}
          <span>
            @<bdi>{username}</bdi>
          </span>
        </p>
        {children ?? (
          <>
            <p className="post-text" dir="auto">
              <PostText parts={parts} />
            </p>
            <HiddenNote parts={parts} />
          </>
        )}
      </div>
    </div>
  )
}
