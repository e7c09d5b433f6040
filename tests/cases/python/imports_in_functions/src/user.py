import main

main.run()
main.helped()
