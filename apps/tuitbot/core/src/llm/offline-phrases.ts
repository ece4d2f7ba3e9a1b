import { type PostStyle } from './slot-request.js'

export type Phrases = readonly [string, ...string[]]

/** What a post wants of us, as far as a few words tell. */
export type Cue = 'question' | 'trouble' | 'wish' | 'thanks' | 'remark'

/** The first that fits counts. */
export const CUES: ReadonlyArray<readonly [Cue, RegExp]> = [
  ['trouble', /\b(?:bugs?|broken|crash\w*|error|fail\w*|typo|not working|doesn['’]t work)\b/i],
  ['wish', /\b(?:would love|would pay|any plans|please add|could you|wish)\b/i],
  ['question', /\?/],
  ['thanks', /\b(?:thank\w*|saved|lov\w+|great|awesome|congrat\w*|bliss|needed)\b/i],
]

export const OPENERS: Readonly<Record<Cue, Phrases>> = {
  question: [
    'Good question.',
    'Fair question.',
    'Glad you ask.',
    'That deserves a proper answer.',
    'You are not the first to wonder.',
  ],
  trouble: [
    'Thanks for catching that.',
    'Sorry about that, and thanks for the note.',
    'Well spotted.',
    'Thanks for telling me instead of living with it.',
  ],
  wish: [
    'Noted, thank you.',
    'I like where this is going.',
    'That is a fair wish.',
    'Thanks for saying it out loud.',
  ],
  thanks: [
    'Thank you, that made my day.',
    'That is lovely to read.',
    'Thanks for saying so.',
    'You are very kind.',
    'This goes on the wall.',
  ],
  remark: [
    'Well put.',
    'I keep coming back to this.',
    'Thanks for writing this down.',
    'There is a lot in that.',
    'Nicely said.',
  ],
}

/** What is said where it is plain what the post is about (`{it}`), and where it is not. Nothing here promises or claims anything. */
export const BODIES: Readonly<Record<Cue, { readonly about: Phrases; readonly bare: Phrases }>> = {
  question: {
    about: [
      'The honest answer on {it} depends a little on how you work. What would you use it for?',
      'I would rather say something useful about {it} than something quick. What have you tried so far?',
      'When it comes to {it}, the details matter. How do you handle it today?',
      'Before I say something wrong about {it}: what does your setup look like?',
    ],
    bare: [
      'I would rather give you a useful answer than a quick one. What made you ask?',
      'The honest answer depends a little on how you work. Tell me more?',
      'My answer changes every year. What is yours?',
    ],
  },
  trouble: {
    about: [
      'I will have a look at {it}. Did it happen once, or every time?',
      'Could you tell me a little more about {it}, so that I look in the right place?',
      'Anything else about {it} that looks off to you?',
    ],
    bare: [
      'Where exactly did you see it? A word on what you did just before helps a lot.',
      'Could you tell me a little more, so that I look in the right place?',
    ],
  },
  wish: {
    about: [
      'How do you get by without {it} now?',
      'What would {it} have to do for you on the very first day?',
      'If there were only one thing about {it} to get right, which one should it be?',
      'Where in your week would {it} help the most?',
    ],
    bare: [
      'What would it have to do for you on the very first day?',
      'How do you get by without it now?',
      'Where in your week would it help the most?',
    ],
  },
  thanks: {
    about: [
      'Good to know about {it}. What did you use before?',
      'Should {it} ever get in your way instead, tell me first.',
      'It means a lot to hear that about {it}.',
    ],
    bare: [
      'Messages like yours are why I keep going.',
      'What are you working on at the moment?',
      'Tell me if there is ever something I can do better.',
    ],
  },
  remark: {
    about: [
      'What surprised you most about {it}?',
      'I wonder what somebody who starts today makes of {it}.',
      'How did you come to see {it} that way?',
      'I had not thought about {it} like that.',
    ],
    bare: [
      'What made you think of it today?',
      'I will be thinking about that for a while.',
      'How did you come to see it that way?',
      'There should be a longer version of this.',
    ],
  },
}

/** `{it}` is the topic. */
export const POSTS: Readonly<Record<PostStyle, Phrases>> = {
  list: [
    'Three things about {it} that hold up:\n1. Start smaller than feels right.\n2. Write down why.\n3. Show it to one person before it is done.',
    'A short list for {it}:\n1. One goal.\n2. One person who cares.\n3. One date on which to look again.',
  ],
  contrarian_take: [
    'Unpopular view on {it}: doing less of it on purpose beats doing more of it well.',
    'The best thing to do about {it} this week may be nothing. Let the question get sharper first.',
  ],
  most_people_think_x: [
    'Say {it}, and most people think of tools. It is mostly habits, and habits are free.',
    'Most people treat {it} as a project with an end. It goes better as a routine without one.',
  ],
  storytelling: [
    'Every project has a day on which it can no longer do without {it}. It goes better when you choose the day yourself.',
    'It usually starts with {it} being somebody else’s job. Then it is nobody’s. Then, one evening, it is yours.',
  ],
  before_after: [
    'Before thinking about {it}: one more feature. After: one feature less, and people notice the rest.',
    'Before: {it} whenever there is time. After: twenty minutes of it, every Friday. Guess which one happens.',
  ],
  question: [
    'What is the one thing about {it} that you wish you had known a year ago?',
    'If you had to explain {it} in a single sentence, what would you leave out?',
  ],
  tip: [
    'A small habit for {it}: end the day by writing down the very next step. Tomorrow starts without a decision.',
    'A tip for {it}: decide what you will not do, and write it where you will see it.',
  ],
}
