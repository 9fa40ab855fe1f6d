import type { ReactNode } from 'react'

export type Question = { question: string; answer: string }

interface QuestionListProps {
  title: string
  lead: ReactNode
  questions: readonly Question[]
}

/** Opened and closed by the browser itself: no script is needed to read it. */
export function QuestionList({ title, lead, questions }: QuestionListProps) {
  return (
    <section className="faq sec" aria-labelledby="questions">
      <div className="wrap">
        <div className="side">
          <h2 id="questions">{title}</h2>
          <p>{lead}</p>
        </div>
        <div>
          {questions.map(({ question, answer }, index) => (
            <details className="q" key={question} open={index === 0}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
