import { Toaster as Sonner } from 'sonner'
import { Icon } from '../icon.tsx'
import './toaster.css'

export function Toaster({ theme }: { theme: 'light' | 'dark' | 'system' }) {
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      // Offset above the phone's navigation bar and the page's own bottom bar.
      offset={{ bottom: 'calc(24px + var(--toasts-above, 0px))' }}
      mobileOffset={{ bottom: 'calc(4.5rem + var(--toasts-above, 0px))', left: '1rem', right: '1rem' }}
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel="Notificaciones"
      style={{ '--width': '356px' } as React.CSSProperties}
      icons={{
        success: <Icon name="approve" size={18} />,
        error: <Icon name="alert" size={18} />,
        info: <Icon name="info" size={18} />,
        warning: <Icon name="alert" size={18} />,
      }}
    />
  )
}
