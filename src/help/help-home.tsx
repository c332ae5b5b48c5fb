import { Link } from '@tanstack/react-router'
import s from './help-home.module.css'
import { getHelpOutline, helpPageNames } from './pages.ts'

export function HelpHome() {
  return (
    <ul className={s.pages}>
      {helpPageNames.map((page) => {
        const { title, sections } = getHelpOutline(page)
        return (
          <li key={page} className={s.page}>
            <h2 className={s.title}>
              <Link to="/ayuda/$page" params={{ page }}>
                {title}
              </Link>
            </h2>
            <ul className={s.sections}>
              {sections.map((section) => (
                <li key={section.id}>
                  <Link to="/ayuda/$page" params={{ page }} hash={section.id}>
                    {section.title}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}
