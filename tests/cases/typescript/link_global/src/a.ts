declare global {
  namespace App {
    interface Settings {
      port: number;
    }
  }
}
namespace Own {
  interface Hidden {}
}
export interface Settings extends App.Settings {}
let hidden: Own.Hidden;
